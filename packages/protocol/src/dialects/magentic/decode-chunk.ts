import type { DraftSink } from '../../codec/draft-decoder.ts';
import { messageRole } from '../../events.ts';
import * as faults from '../../faults.ts';
import { resolved } from './answered.ts';
import { present } from './present.ts';
import { type Heard, roleOf } from './said.ts';
import type { About, Streams } from './streams.ts';

/** Pieces of what is still growing. Those of other servers are texts of their source. */
export function readChunk(chunk: Heard, streams: Streams, out: DraftSink): void {
  if (typeof chunk.content !== 'string') return out.invalid(faults.inField('data.content', faults.noText));
  const kind = chunk.isOurs && Object.hasOwn(kinds, chunk.kind) ? kinds[chunk.kind] : text;
  kind?.(chunk, chunk.content, streams, out);
}

type Kind = (chunk: Heard, content: string, streams: Streams, out: DraftSink) => void;

const text: Kind = (chunk, content, streams, out) => streams.delta(keyOf(chunk), content, about(chunk), out);

const kinds: Readonly<Record<string, Kind>> = {
  start: (chunk, _, streams, out) => {
    const { message_id: messageId, name } = chunk.metadata;
    if (messageId === undefined) return out.invalid(faults.inField('data.metadata.message_id', faults.missing));
    const role = messageRole.safeParse(chunk.metadata.role).data ?? roleOf(chunk.source);
    const agent = chunk.source === name ? {} : chunk.agent;
    streams.start(messageId, present({ type: 'message.started' as const, messageId, role, name, ...agent }), out);
  },
  text,
  replace: (chunk, content, streams, out) => streams.replace(keyOf(chunk), content, about(chunk), out),
  end: (chunk, _, streams, out) => streams.end(keyOf(chunk), about(chunk), interruption(chunk), out),
  reasoning: ({ metadata }, delta, _, out) => {
    if (metadata.message_id === undefined)
      return out.invalid(faults.inField('data.metadata.message_id', faults.missing));
    out.add({ type: 'reasoning.delta', messageId: metadata.message_id, delta });
  },
  reasoning_end: ({ metadata }, _content, _streams, out) => {
    if (metadata.message_id === undefined)
      return out.invalid(faults.inField('data.metadata.message_id', faults.missing));
    out.add({ type: 'reasoning.done', messageId: metadata.message_id });
  },
  tool_args: ({ metadata: { call_id: callId, name }, agent }, delta, _, out) => {
    if (callId === undefined) return out.invalid(faults.inField('data.metadata.call_id', faults.missing));
    out.add(present({ type: 'tool.args' as const, callId, name, delta, ...agent }));
  },
  tool_start: ({ metadata: { call_id: callId, name }, agent }, _content, _streams, out) => {
    if (callId === undefined || name === undefined)
      return out.invalid(faults.inField('data.metadata.call_id, name', faults.missing));
    out.add({ type: 'tool.started', callId, name, ...agent });
  },
  tool_output: ({ metadata: { call_id: callId, name }, agent }, content, _streams, out) => {
    if (callId === undefined || name === undefined)
      return out.invalid(faults.inField('data.metadata.call_id, name', faults.missing));
    out.add({ type: 'tool.output', callId, name, text: content, ...agent });
  },
  answer: (chunk, content, _streams, out) => {
    const draft = resolved(chunk, chunk.metadata.text === 'true' ? content : undefined);
    // A question that was never put to this client needs no answer.
    if (draft && out.ledger.inputs.has(draft.inputId)) out.add(draft);
  },
  // It stands for an event that only a client that asked for it gets.
  event: () => undefined,
};

/** A server that names no messages has one at a time of each source. */
export function keyOf({ metadata, source }: Heard): string {
  return metadata.message_id ?? `~${source}`;
}

export function about({ metadata, source, agent, at }: Heard): About {
  return { messageId: metadata.message_id, role: roleOf(source), agent, at };
}

export function interruption({ metadata }: Heard): { interrupted?: boolean } {
  return metadata.interrupted === undefined ? {} : { interrupted: metadata.interrupted === 'true' };
}

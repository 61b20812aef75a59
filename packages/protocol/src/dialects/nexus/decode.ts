import { type DraftReader, type DraftSink, draftDecoder } from '../../codec/draft-decoder.ts';
import { handle, readAs } from '../../codec/read-as.ts';
import { type RefusalCode, refusalCodes } from '../../commands.ts';
import type { Decoder, DecoderOptions, StreamInfo } from '../../dialect.ts';
import type { Draft, FinalStatus } from '../../events.ts';
import type { JsonObject } from '../../json.ts';
import { REFUSED, type ServerMessage, server } from './wire.ts';

export function decoder(_stream: StreamInfo, options?: DecoderOptions): Decoder<Draft> {
  return draftDecoder('nexus', new NexusReader(), options);
}

type Message<E extends ServerMessage['event']> = Extract<ServerMessage, { event: E }>;
type Handlers = { [E in ServerMessage['event']]: (message: Message<E>, out: DraftSink) => void };

const finals: Record<Message<'run_finished'>['payload']['status'], FinalStatus> = {
  completed: 'complete',
  failed: 'error',
  timed_out: 'timed_out',
};

interface Call {
  readonly callId: string;
  readonly name: string;
}

class NexusReader implements DraftReader {
  #messageId: string | undefined;
  /** Calls that wait for their result, by the name the wire matches them with, the oldest first. */
  readonly #open = new Map<string, readonly Call[]>();

  read(message: JsonObject, out: DraftSink): void {
    const checked = readAs(server, 'event', message, out);
    if (checked) handle(this.#handlers, checked.event, checked, out, message);
  }

  end(out: DraftSink): void {
    if (out.ledger.run) this.#closeMessage(out);
  }

  readonly #handlers: Handlers = {
    run_started: ({ run_id, payload }, out) => {
      this.#messageId = undefined;
      this.#open.clear();
      const { session_id, user_input } = payload;
      if (session_id != null) out.signal({ kind: 'session', id: session_id });
      out.add({ type: 'run.started', runId: run_id, ...(user_input && { input: user_input }) });
    },
    text_chunk: ({ run_id, payload }, out) => {
      if (payload.chunk === '' || payload.separator) return;
      this.#messageId = payload.message_id ?? this.#openMessage(out) ?? out.nextId('m');
      out.add({ type: 'text.delta', messageId: this.#messageId, delta: payload.chunk, ...newRun(run_id, out) });
    },
    tool_call_started: ({ run_id, payload }, out) => {
      const name = payload.name ?? payload.tool_name;
      const callId = payload.call_id ?? out.nextId('c');
      const key = payload.call_id ?? payload.tool_name;
      this.#open.set(key, [...(this.#open.get(key) ?? []), { callId, name }]);
      if (out.ledger.calls.get(callId)?.phase !== 'called') {
        this.#closeMessage(out);
        const args = payload.args_text === undefined ? payload.args : null;
        const text = payload.args_text ? { argsText: payload.args_text } : {};
        out.add({ type: 'tool.call', callId, name, args, ...text, ...newRun(run_id, out) });
      }
      if (payload.started !== false) out.add({ type: 'tool.started', callId, name });
    },
    tool_call_finished: ({ run_id, payload }, out) => {
      const key = payload.call_id ?? payload.tool_name;
      const [oldest, ...others] = this.#open.get(key) ?? [];
      if (others.length > 0) this.#open.set(key, others);
      else this.#open.delete(key);
      const { callId, name } = oldest ?? { callId: payload.call_id ?? out.nextId('c'), name: payload.tool_name };
      const outcome = payload.outcome ?? (payload.status === 'success' ? 'ok' : 'error');
      const result = payload.implied ? null : payload.result;
      out.add({ type: 'tool.finished', callId, name, outcome, result, ...newRun(run_id, out) });
    },
    run_finished: ({ run_id, payload }, out) => {
      if (isBeside(run_id, out)) return;
      out.add({ type: 'run.finished', status: payload.reason ?? finals[payload.status], ...newRun(run_id, out) });
      out.signal({ kind: 'turn.ended' });
    },
    error: ({ run_id, payload }, out) => {
      if (payload.implied) return;
      const { message, details, code } = payload;
      if (isBeside(run_id, out)) return out.signal({ kind: 'refused', error: { code: refusalCode(code), message } });
      out.add({
        type: 'error',
        message,
        ...(details !== undefined && { details }),
        ...(code !== undefined && { code }),
        fatal: true,
        ...newRun(run_id, out),
      });
    },
  };

  /** The message that text belongs to where the wire does not say it. */
  #openMessage({ ledger: { messages } }: DraftSink): string | undefined {
    if (this.#messageId !== undefined && messages.has(this.#messageId)) return this.#messageId;
    return messages.keys().next().value;
  }

  #closeMessage(out: DraftSink): void {
    if (this.#messageId !== undefined && out.ledger.messages.has(this.#messageId)) {
      out.add({ type: 'message.completed', messageId: this.#messageId });
    }
    this.#messageId = undefined;
  }
}

/** A refusal in the middle of a run is not of that run, which goes on. */
function isBeside(runId: string, { ledger }: DraftSink): boolean {
  return runId.startsWith(REFUSED) && ledger.run !== undefined && ledger.run.id !== runId;
}

function refusalCode(code: string | undefined): RefusalCode {
  return refusalCodes.find((each) => each === code) ?? 'INTERNAL';
}

/** Frames of an open run are its own whatever they say: a turn that goes on after a question has a wire id of its own. */
function newRun(runId: string, out: DraftSink): { runId?: string } {
  return out.ledger.run ? {} : { runId };
}

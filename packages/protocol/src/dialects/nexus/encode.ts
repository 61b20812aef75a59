import { bringing } from '../../codec/bring.ts';
import { Frames, noFrames } from '../../codec/frames.ts';
import { PARAGRAPH, Paragraphs } from '../../codec/paragraphs.ts';
import { say, words } from '../../codec/say.ts';
import { Turn } from '../../codec/turn.ts';
import type { EncodedFrame, Encoder, StreamInfo } from '../../dialect.ts';
import type { EventOf, RunEvent } from '../../events.ts';
import { asText } from '../../json.ts';
import { Ledger } from '../../ledger.ts';
import type { ServerMessage } from './wire.ts';

export function encoder(stream: StreamInfo): Encoder {
  return bringing(new NexusEncoder(stream), ({ runId = '' }) => `${textPrefix(runId)}""}}`);
}

type Payload<E extends ServerMessage['event']> = Extract<ServerMessage, { event: E }>['payload'];

class NexusEncoder implements Encoder {
  readonly #stream: StreamInfo;
  readonly #ledger = new Ledger();
  /** What comes before the chunk of every text frame of this turn. */
  #textPrefix = textPrefix('');
  #wireRun = '';
  /** How many turns the run has had. */
  #turns = 1;
  readonly #turn = new Turn();
  /** What the user said last: a turn says what it answers. */
  #said = '';
  /** Calls that have not started: AURA would show a card that turns while a person is asked. */
  readonly #calls = new Map<string, EventOf<'tool.call'>>();
  /** The name each running call has on the wire, where results are matched by name. */
  readonly #wireNames = new Map<string, string>();
  /** Messages that are not the assistant's: AURA would show them as its words. */
  readonly #silent = new Set<string>();
  /** AURA appends every chunk to one bubble. */
  readonly #paragraphs = new Paragraphs();

  constructor(stream: StreamInfo) {
    this.#stream = stream;
  }

  push(event: RunEvent): readonly EncodedFrame[] {
    if (event.type === 'text.delta') return this.#text(event);
    const frames = this.#encode(event);
    this.#ledger.note(event);
    return frames;
  }

  preview(): readonly [] {
    return [];
  }

  #text({ seq, messageId, delta }: EventOf<'text.delta'>): readonly EncodedFrame[] {
    if (delta === '' || this.#silent.has(messageId)) return noFrames;
    const whose = this.#ledger.messages.size > 1 ? `,"message_id":${JSON.stringify(messageId)}` : '';
    const data = `${this.#textPrefix}${JSON.stringify(delta)}${whose}}}`;
    if (!this.#paragraphs.add(messageId, delta)) return [{ data, seq, sub: 0 }];
    const separator = this.#message('text_chunk', { chunk: PARAGRAPH, separator: true });
    return [
      { data: separator, seq, sub: 0 },
      { data, seq, sub: 1 },
    ];
  }

  #encode(event: RunEvent): readonly EncodedFrame[] {
    switch (event.type) {
      case 'run.started':
        this.#reset(event);
        return new Frames(event).own(this.#started()).list;
      case 'input.resolved':
        if (event.text !== undefined) this.#said = event.text;
        return noFrames;
      case 'message.started':
        if (event.role === 'user') this.#silent.add(event.messageId);
        return noFrames;
      case 'tool.call':
        this.#calls.set(event.callId, event);
        return noFrames;
      case 'tool.started':
        return new Frames(event).own(this.#toolStarted(event)).list;
      case 'tool.finished':
        return this.#toolFinished(event);
      case 'run.status':
        return this.#status(event);
      case 'run.finished':
        return this.#finished(event);
      case 'error':
        if (!event.fatal) return this.#words(event);
        if (!this.#ledger.run || this.#ledger.run.id !== event.runId)
          return new Frames(event).own(this.#error(event)).list;
        this.#turn.failure = event;
        return noFrames;
      case 'text.replaced':
      case 'todo.list':
      case 'todo.item':
      case 'plan.proposed':
      case 'plan.edited':
      case 'plan.step':
      case 'image':
      case 'chart':
      case 'notice':
        return this.#words(event);
      default:
        return noFrames;
    }
  }

  #reset({ runId = '', input = '' }: EventOf<'run.started'>): void {
    this.#turns = 1;
    this.#turn.clear();
    this.#said = input;
    this.#calls.clear();
    this.#wireNames.clear();
    this.#silent.clear();
    this.#paragraphs.clear();
    this.#openTurn(runId);
  }

  #openTurn(wireRun: string): void {
    this.#wireRun = wireRun;
    this.#turn.isOpen = true;
    this.#textPrefix = textPrefix(wireRun);
  }

  #started(): string {
    return this.#message('run_started', { session_id: this.#stream.id, user_input: this.#said });
  }

  #toolStarted({ callId, name }: { callId: string; name: string }, more: { started?: false } = {}): string {
    const { args = null, argsText = '' } = this.#calls.get(callId) ?? {};
    this.#calls.delete(callId);
    const taken = new Set(this.#wireNames.values());
    let tool_name = name;
    for (let n = 2; taken.has(tool_name); n += 1) tool_name = `${name} (${n})`;
    this.#wireNames.set(callId, tool_name);
    return this.#message('tool_call_started', {
      tool_name,
      args: args ?? {},
      call_id: callId,
      ...(args === null && { args_text: argsText }),
      ...(tool_name !== name && { name }),
      ...more,
    });
  }

  #toolFinished(event: EventOf<'tool.finished'>): readonly EncodedFrame[] {
    const frames = new Frames(event);
    if (this.#calls.has(event.callId)) frames.own(this.#toolStarted(event, { started: false }));
    const tool_name = this.#wireNames.get(event.callId) ?? event.name;
    this.#wireNames.delete(event.callId);
    const { outcome, result, callId: call_id } = event;
    const w = words[this.#stream.locale];
    // AURA shows the result of a call that went wrong, so it is never left empty.
    const plain = { ok: undefined, error: w.toolFailed, denied: w.toolDenied, unknown: w.toolUnknown }[outcome];
    const implied = result === null && plain !== undefined;
    const payload: Payload<'tool_call_finished'> = {
      tool_name,
      status: outcome === 'ok' ? 'success' : 'error',
      result: implied ? plain : asText(result),
      call_id,
      outcome,
      ...(implied && { implied }),
    };
    return frames.own(this.#message('tool_call_finished', payload)).list;
  }

  /** Waiting ends the turn with the question; going on, or the next question, begins a turn under a run id of its own. */
  #status(event: EventOf<'run.status'>): readonly EncodedFrame[] {
    const frames = new Frames(event);
    const question = this.#turn.question(event, this.#ledger);
    if (event.status === 'active' && !this.#turn.isOpen) {
      frames.standIn(this.#nextTurn(event));
    } else if (question) {
      if (!this.#turn.isOpen) frames.standIn(this.#nextTurn(event), null);
      frames.standIn(this.#paragraph(say(question as RunEvent, this.#stream) ?? ''), null);
      frames.standIn(this.#message('run_finished', { status: 'completed' }), event, { endsTurn: true });
      this.#turn.isOpen = false;
    }
    return frames.list;
  }

  #nextTurn(event: EventOf<'run.status'>): string {
    this.#turns += 1;
    this.#openTurn(`${event.runId ?? ''}~${this.#turns}`);
    return this.#started();
  }

  #finished(event: EventOf<'run.finished'>): readonly EncodedFrame[] {
    const frames = new Frames(event);
    const w = words[this.#stream.locale];
    const message = { complete: undefined, stopped: w.stopped, timed_out: w.timedOut, error: w.failed }[event.status];
    const { failure } = this.#turn;
    if (failure) {
      // A restoring client got the error itself with this frame.
      frames.standIn(this.#error(failure), null);
    } else if (message !== undefined) {
      frames.own(this.#message('error', { message: event.reason ?? message, implied: true }));
    }
    const status = { complete: 'completed', stopped: 'failed', timed_out: 'timed_out', error: 'failed' } as const;
    const payload: Payload<'run_finished'> = {
      status: status[event.status],
      ...(event.status === 'stopped' && { reason: 'stopped' }),
    };
    this.#turn.isOpen = false;
    return frames.own(this.#message('run_finished', payload), { endsTurn: true }).list;
  }

  #error({ message, details, code, runId }: EventOf<'error'>): string {
    const payload = { message, ...(details !== undefined && { details: asText(details) }), ...(code && { code }) };
    return this.#message('error', payload, this.#turn.isOpen ? undefined : runId);
  }

  /** What this wire has no form for, as a paragraph of its own. */
  #words(event: RunEvent): readonly EncodedFrame[] {
    const text = say(event, this.#stream);
    return text === undefined ? noFrames : new Frames(event).standIn(this.#paragraph(text)).list;
  }

  #paragraph(text: string): string {
    this.#paragraphs.alone();
    return `${this.#textPrefix}${JSON.stringify(PARAGRAPH + text + PARAGRAPH)}}}`;
  }

  #message<E extends ServerMessage['event']>(event: E, payload: Payload<E>, run_id = this.#wireRun): string {
    return JSON.stringify({ event, run_id, payload });
  }
}

function textPrefix(wireRun: string): string {
  return `{"event":"text_chunk","run_id":${JSON.stringify(wireRun)},"payload":{"chunk":`;
}

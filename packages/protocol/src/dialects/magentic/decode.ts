import { type DraftReader, type DraftSink, draftDecoder } from '../../codec/draft-decoder.ts';
import { handle, readAs } from '../../codec/read-as.ts';
import type { Decoder, DecoderOptions, StreamInfo } from '../../dialect.ts';
import type { Draft, DraftOf, RunStatus } from '../../events.ts';
import * as faults from '../../faults.ts';
import type { JsonObject } from '../../json.ts';
import { readChunk } from './decode-chunk.ts';
import { Messages } from './decode-message.ts';
import { finals, finished } from './finished.ts';
import { present } from './present.ts';
import { asked } from './question.ts';
import { type Heard, heard, userText } from './said.ts';
import { Streams } from './streams.ts';
import { type ServerMessage, type ServerMessageOf, type ServerType, server } from './wire.ts';
import { fromUser } from './write.ts';

export function decoder(stream: StreamInfo, options?: DecoderOptions): Decoder<Draft> {
  return draftDecoder('magentic', new MagenticReader(stream.id), options);
}

type Handlers = { [T in ServerType]: (message: ServerMessageOf<T>, out: DraftSink, raw: JsonObject) => void };

/** A status whose meaning the next frame completes. */
type Held =
  | { for: 'task'; start: DraftOf<'run.started'>; at: At }
  | { for: 'answer'; at: At }
  | { for: 'question'; reason: { reason?: string }; at: At };
type At = { at?: number };

const states: Readonly<Record<string, RunStatus>> = { pausing: 'pausing', paused: 'paused' };

class MagenticReader implements DraftReader {
  readonly #session: string;
  readonly #streams = new Streams();
  readonly #messages = new Messages(this.#streams);
  #held: Held | undefined;
  /** The open question of a server that gives questions no id. */
  #unnamed: string | undefined;
  /** The last run was told to be over; some servers tell it twice. */
  #ended = false;

  constructor(session: string) {
    this.#session = session;
  }

  accepts(message: JsonObject, out: DraftSink): boolean {
    const other = this.#otherRun(message);
    if (other !== undefined) out.signal({ kind: 'elsewhere', detail: `run ${other}` });
    return other === undefined;
  }

  read(message: JsonObject, out: DraftSink): void {
    const checked = readAs(server, 'type', message, out);
    if (!checked) return;
    if (this.#held && this.#settle(checked, out)) return;
    handle(this.#handlers, checked.type, checked, out, message);
  }

  end(out: DraftSink): void {
    this.#settle(undefined, out);
    for (const messageId of [...out.ledger.messages.keys()]) out.add({ type: 'message.completed', messageId });
  }

  readonly #handlers: Handlers = {
    error: ({ error }, out) => out.signal({ kind: 'refused', error: { code: 'INVALID', message: error } }),
    pong: ({ ref }, out) => out.signal(present({ kind: 'pong' as const, ref })),
    message: ({ data, refused }, out) => {
      const said = heard(data);
      if (refused) {
        const message = typeof said.content === 'string' ? said.content : '';
        out.signal({ kind: 'refused', error: { code: refused.code, message }, ...present({ ref: refused.ref }) });
      } else if (!this.#beginsRun(said, out)) {
        this.#said(said, out);
      }
      spent(data.models_usage, said, out);
    },
    message_chunk: ({ data }, out) => readChunk(heard(data), this.#streams, out),
    input_request: (request, out) => {
      if (!request.refused) this.#asks(request, out.ledger.run?.status !== 'awaiting_input', {}, out);
    },
    system: (message, out, raw) => this.#status(message, out, raw),
    result: (message, out, raw) => this.#over(message, out, raw),
    completion: (message, out, raw) => this.#over(message, out, raw),
  };

  /** Frames of this wire name no run; where one does and it is another, it was not meant for this reader. */
  #otherRun({ run_id, data }: JsonObject): string | undefined {
    const id = run_id ?? (data as JsonObject | null | undefined)?.run_id;
    if (typeof id !== 'string' && typeof id !== 'number') return undefined;
    return String(id) === this.#session ? undefined : String(id);
  }

  #status(
    { status, timestamp, start, reason, implied }: ServerMessageOf<'system'>,
    out: DraftSink,
    raw: JsonObject,
  ): void {
    const at = timeOf(timestamp);
    const why = present({ reason });
    if (status === 'connected') return out.signal({ kind: 'connected' });
    if (implied) return;
    if (status === 'active') return this.#active(start, { ...why, ...at }, out);
    if (status === 'awaiting_input') {
      this.#held = { for: 'question', reason: why, at };
      return;
    }
    const state = Object.hasOwn(states, status) ? states[status] : undefined;
    if (state) return out.add({ type: 'run.status', status: state, ...why, ...at });
    const final = finals(status);
    if (!final) return out.unknown(faults.unknown('status', status), raw);
    if (out.ledger.run) this.#finish({ type: 'run.finished', status: final, ...why, ...at }, out);
  }

  #active(start: ServerMessageOf<'system'>['start'], about: { reason?: string; at?: number }, out: DraftSink): void {
    const at = present({ at: about.at });
    if (start || !out.ledger.run) {
      const { turn: runId, ref, agent_kind: agentKind, model, echo } = start ?? { echo: true };
      const draft = present({ type: 'run.started' as const, runId, ref, agentKind, model, ...at });
      if (echo) this.#held = { for: 'task', start: draft, at };
      else this.#begin(draft, out);
    } else if (this.#openUnnamed(out) === 'text') {
      this.#held = { for: 'answer', at };
    } else {
      this.#resolve({}, at, out);
      out.add({ type: 'run.status', status: 'active', ...about });
    }
  }

  /** What a held status means, now that the next frame is known. True: the frame was part of it. */
  #settle(next: ServerMessage | undefined, out: DraftSink): boolean {
    const held = this.#held;
    this.#held = undefined;
    const said = next?.type === 'message' && !next.refused ? heard(next.data) : undefined;
    switch (held?.for) {
      case 'task': {
        const isTask = said !== undefined && isTaskOf(said);
        this.#begin(isTask ? { ...held.start, input: typed(said) } : held.start, out);
        return isTask;
      }
      case 'answer': {
        const isAnswer = said !== undefined && !said.isOurs && fromUser(said.source);
        this.#resolve(isAnswer ? { text: typed(said) } : {}, held.at, out);
        out.add({ type: 'run.status', status: 'active', ...held.at });
        return isAnswer;
      }
      case 'question': {
        const request = next?.type === 'input_request' && !next.refused ? next : undefined;
        this.#asks(request ?? { type: 'input_request' }, true, { ...held.reason, ...held.at }, out);
        return request !== undefined;
      }
      default:
        return false;
    }
  }

  #beginsRun(said: Heard, out: DraftSink): boolean {
    if (out.ledger.run || !isTaskOf(said)) return false;
    this.#begin({ type: 'run.started', input: typed(said), ...said.at }, out);
    return true;
  }

  #begin(start: DraftOf<'run.started'>, out: DraftSink): void {
    this.#forget();
    out.add(start);
  }

  #said(said: Heard, out: DraftSink): void {
    const answers = !said.isOurs && said.source === 'user_proxy' && this.#openUnnamed(out) !== undefined;
    if (answers) this.#resolve({ text: typed(said) }, said.at, out);
    else this.#messages.read(said.isOurs || !fromUser(said.source) ? said : { ...said, content: typed(said) }, out);
  }

  #asks(
    request: ServerMessageOf<'input_request'>,
    waits: boolean,
    about: { reason?: string; at?: number },
    out: DraftSink,
  ): void {
    const at = timeOf(request.timestamp);
    if (request.input_id === undefined) {
      this.#resolve({ outcome: 'cancelled' }, at, out);
      this.#unnamed = out.nextId('q');
    }
    const draft = asked(request, request.input_id ?? (this.#unnamed as string));
    const planId = request.input_id === undefined && draft.kind === 'text' ? this.#messages.freshPlan : undefined;
    if (!out.ledger.inputs.has(draft.inputId)) {
      out.add({ ...draft, ...at, ...(planId !== undefined && { kind: 'plan' as const, planId }) });
    }
    if (waits) out.add({ type: 'run.status', status: 'awaiting_input', ...about });
  }

  #openUnnamed(out: DraftSink): 'text' | 'approval' | 'plan' | undefined {
    const open = this.#unnamed === undefined ? undefined : out.ledger.inputs.get(this.#unnamed);
    return open && (open.kind === 'approval' ? 'approval' : 'text');
  }

  /** Closes the question of a server that does not say how it was answered. */
  #resolve(answer: { text?: string; outcome?: 'cancelled' }, at: At, out: DraftSink): void {
    const inputId = this.#unnamed;
    this.#unnamed = undefined;
    if (inputId === undefined || !out.ledger.inputs.has(inputId)) return;
    out.add({ type: 'input.resolved', inputId, outcome: 'answered', ...answer, ...at });
  }

  #over(message: ServerMessageOf<'result' | 'completion'>, out: DraftSink, raw: JsonObject): void {
    if (message.refused) return;
    const draft = finished(message, this.#messages.finalAnswer);
    if (!draft) return out.unknown(faults.unknown('status', message.status), raw);
    if (this.#ended && !out.ledger.run)
      return out.signal({ kind: 'duplicate', detail: `${message.type} of a run that is over` });
    this.#finish({ ...draft, ...timeOf(message.timestamp) }, out);
  }

  #finish(draft: DraftOf<'run.finished'>, out: DraftSink): void {
    this.#forget();
    this.#ended = true;
    out.add(draft);
    out.signal({ kind: 'turn.ended' });
  }

  #forget(): void {
    this.#unnamed = undefined;
    this.#streams.clear();
    this.#messages.reset();
  }
}

/** The echo of what a run was started with. */
function isTaskOf({ source, kind, isOurs }: Heard): boolean {
  return isOurs ? kind === 'task' : source === 'user';
}

function typed({ content, isOurs }: Heard): string {
  if (typeof content !== 'string') return content.filter((item) => typeof item === 'string').join('\n');
  return isOurs ? content : userText(content);
}

/** What AutoGen says a message cost. */
function spent(usage: unknown, { at }: Heard, out: DraftSink): void {
  const { prompt_tokens: input, completion_tokens: output } = (usage ?? {}) as JsonObject;
  if (!isCount(input) || !isCount(output)) return;
  out.add({ type: 'usage', input, output, total: input + output, ...at });
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function timeOf(timestamp: string | undefined): At {
  const at = Date.parse(timestamp ?? '');
  return at >= 0 ? { at } : {};
}

import { type DraftReader, type DraftSink, draftDecoder } from '../../codec/draft-decoder.ts';
import type { Extension } from '../../codec/extension.ts';
import { readJsonObject } from '../../codec/read-json.ts';
import { type RefusalCode, refusalCodes } from '../../commands.ts';
import type { Decoder, DecoderOptions, Frame, StreamInfo } from '../../dialect.ts';
import type { Draft, RunEvent } from '../../events.ts';
import * as faults from '../../faults.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import { type Arrival, Arrivals, type Verdict } from './arrivals.ts';
import { fromExport } from './export-form.ts';
import { answerAliases, answers, queries } from './queries.ts';
import { ReceivedRun } from './received-run.ts';
import { isVocabulary, server } from './vocabulary.ts';
import * as wire from './wire.ts';

export function decoder(stream: StreamInfo, options?: DecoderOptions): Decoder<Draft> {
  return draftDecoder('loom', new LoomReader(stream), options);
}

/** The session of a frame in any of its forms. Answers to requests name none. */
export function sessionOf(frame: Frame): string | undefined {
  const parsed = readJsonObject(frame.data);
  return parsed.ok ? sessionIn(parsed.object) : undefined;
}

function sessionIn(message: JsonObject): string | undefined {
  const { session_id } = isJsonObject(message.event) ? message.event : message;
  return typeof session_id === 'string' && message.type !== 'set_model' ? session_id : undefined;
}

/** Knows the forms of frames and whether one is new; what they mean is the run's affair. */
class LoomReader implements DraftReader {
  /** What the client calls the session: once known, it stays. */
  #name: string;
  /** What frames call it. */
  #session: string;
  readonly #arrivals = new Arrivals();
  readonly #run = new ReceivedRun();

  constructor(stream: StreamInfo) {
    this.#name = stream.id;
    this.#session = stream.id;
  }

  /** A server of ours has one name for a session; others may have another one for each run or connection. */
  accepts(message: JsonObject, out: DraftSink, extension: Extension | undefined): boolean {
    const session = sessionIn(message);
    if (session === undefined || session === this.#session) return true;
    if (this.#name !== '' && (extension || out.ledger.run)) {
      out.signal({ kind: 'elsewhere', detail: `session ${session}` });
      return false;
    }
    this.#session = session;
    if (this.#name === '') {
      this.#name = session;
      out.signal({ kind: 'session', id: session });
    }
    return true;
  }

  read(message: JsonObject, out: DraftSink): void {
    const { type } = message;
    if (type === undefined && 'reply' in message) return this.#reply(message, out);
    switch (type) {
      case 'run_stream_event': {
        const wrapped = out.check(wire.runStreamEvent, message);
        if (wrapped) this.#event(wrapped.event, wrapped.id, out);
        return;
      }
      case 'run_end':
        return this.#reply(message, out);
      case 'error':
        return this.#error(message, out);
      default:
        return typeof type === 'string' && !Object.hasOwn(wire.events, type) && isVocabulary(answerName(type))
          ? readAnswer(message, out)
          : this.#event(message, undefined, out);
    }
  }

  /** The event came beside its frame: only the frame's place and its words still count. */
  restored(message: JsonObject, _event: RunEvent | null, out: DraftSink): void {
    const isWrapped = message.type === 'run_stream_event' && isJsonObject(message.event);
    const body = isWrapped ? (message.event as JsonObject) : (fromExport(message) ?? message);
    const said = wire.events[body.type as wire.EventType]?.safeParse(body).data;
    const run = isWrapped ? (message.id as string) : undefined;
    this.#arrivals.note({ run, ...startOf(said), eventId: numberOf(body) });
    if (said) this.#run.follow(said);
    if (!out.ledger.run) this.#arrivals.finish();
  }

  end(out: DraftSink): void {
    this.#run.end(out);
  }

  #event(message: JsonObject, run: string | undefined, out: DraftSink): void {
    const body = message.type === undefined ? fromExport(message) : message;
    if (!body) return unknownForm(message, out);
    const { type } = body;
    if (typeof type !== 'string') return out.invalid(faults.inField('type', faults.noText));
    if (!Object.hasOwn(wire.events, type)) {
      const { session_id: _s, node_id: _n, event_id, ...data } = body;
      if (typeof event_id === 'number') this.#arrivals.note({ eventId: event_id });
      return out.unknown(faults.unknown('type', type), data);
    }
    const event = out.check(wire.events[type as wire.EventType], body) as wire.WireEvent | undefined;
    if (!event || (event.again && !out.ledger.run)) return;
    // What belongs to no run has no number; it must not be taken for the start of one.
    const isApart = event.again || (event.type === 'custom' && event.event_id == null && !out.ledger.run);
    if (!isApart && !this.#admit(event, run, out)) return;
    this.#run.read(event, out);
  }

  /** False for a frame that was here before. Opens the run that the frame is the first of. */
  #admit(event: wire.WireEvent, run: string | undefined, out: DraftSink): boolean {
    const verdict = this.#judge({ run, ...startOf(event), eventId: event.event_id }, out);
    if (verdict.is === 'repeated') {
      out.signal({ kind: 'duplicate', detail: verdict.detail });
      return false;
    }
    if (verdict.gap !== undefined) out.signal({ kind: 'gap', detail: verdict.gap });
    if (event.type === 'run_start') {
      if (event.session_id === this.#name) out.signal({ kind: 'session', id: this.#name });
      this.#run.start(event, run, out);
    } else if (verdict.is === 'fresh' || (!out.ledger.run && event.type !== 'custom')) {
      // Who joins in the middle does not know what the run is called beyond the wire.
      this.#run.startUnsaid((event.event_id ?? 1) > 1 ? undefined : run, out);
    }
    return true;
  }

  /** A frame may bring events that open its run: then it is not the first of one. */
  #judge(arrival: Arrival, out: DraftSink): Verdict {
    const isOpened = this.#arrivals.isOver && out.ledger.run !== undefined;
    const verdict = this.#arrivals.judge(arrival);
    return isOpened && verdict.is === 'fresh' ? { is: 'same' } : verdict;
  }

  #reply(message: JsonObject, out: DraftSink): void {
    const run = typeof message.id === 'string' ? message.id : undefined;
    const reply = out.check(message.type === 'run_end' ? wire.runEnd : wire.reply, message);
    if (!reply) return;
    out.signal({ kind: 'turn.ended' });
    if (reply.again && !out.ledger.run) return;
    const verdict: Verdict = reply.again ? { is: 'same' } : this.#judge({ run, eventId: reply.event_id }, out);
    if (verdict.is === 'repeated') return out.signal({ kind: 'duplicate', detail: verdict.detail });
    if (verdict.gap !== undefined) out.signal({ kind: 'gap', detail: verdict.gap });
    if (verdict.is === 'fresh' || !out.ledger.run) this.#run.startUnsaid(run, out);
    this.#run.finish(reply, out);
    this.#arrivals.finish();
  }

  /** A run's error, or the refusal of a request: a run's is numbered, or named like the run that is open. */
  #error(message: JsonObject, out: DraftSink): void {
    const error = out.check(wire.error, message);
    if (!error) return;
    const ofOpenRun = out.ledger.run !== undefined && error.id != null && error.id === this.#arrivals.wire;
    if (!error.fatal && error.event_id == null && !ofOpenRun) return refused(error, out);
    const isLast = error.id != null;
    if (isLast) out.signal({ kind: 'turn.ended' });
    this.#arrivals.note({ eventId: error.event_id });
    if (!out.ledger.run) return;
    this.#run.fail(error, out);
    if (!isLast) return;
    this.#run.finish({ ...error, reply: '', status: 'error' }, out);
    this.#arrivals.finish();
  }
}

function startOf(event: wire.WireEvent | undefined): { isStart: boolean; starts?: string | undefined } {
  if (event?.type !== 'run_start') return { isStart: false };
  return { isStart: true, starts: event.run ?? event.run_id ?? undefined };
}

function numberOf(body: JsonObject): number | undefined {
  return typeof body.event_id === 'number' ? body.event_id : undefined;
}

/** One key is a newer event of EXPORT_SPEC; anything else is no frame of Loom at all. */
function unknownForm(message: JsonObject, out: DraftSink): void {
  const keys = Object.keys(message);
  if (keys.length === 1 && /^[A-Z]/.test(keys[0] as string))
    return out.unknown(faults.unknown('key', keys[0]), message);
  out.invalid(faults.inField('type', faults.noText));
}

function answerName(type: string): string {
  return answerAliases[type] ?? type;
}

function readAnswer(message: JsonObject, out: DraftSink): void {
  const type = answerName(message.type as string);
  const ref = typeof message.id === 'string' ? { ref: message.id } : {};
  const query = queries[type];
  if (query) {
    const checked = out.check(answers[type] as NonNullable<(typeof answers)[string]>, { ...message, type });
    if (!checked) return;
    if (checked.success === false) return refused({ error: String(checked.error ?? type), id: message.id }, out);
    return out.signal({ kind: 'answer', what: query.what, ...ref, value: query.read(checked as JsonObject) });
  }
  const schema = type.startsWith('cancel_run') ? server.cancel_run : type === 'pong' ? server.pong : server.done;
  const checked = out.check(schema, message);
  if (!checked) return;
  if (checked.type === 'pong') return out.signal({ kind: 'pong', ...ref });
  const runId = 'run_id' in checked && checked.run_id != null ? { runId: checked.run_id } : {};
  out.signal({ kind: 'answer', what: commandsOf[type] ?? type, ...ref, value: runId });
}

const commandsOf: Readonly<Record<string, string>> = {
  cancel_run: 'run.stop',
  cancel_run_ack: 'run.stop',
  tool_approval_response: 'input.answer',
};

function refused(
  { error, code, id }: { error: string; code?: Json | undefined; id?: Json | undefined },
  out: DraftSink,
) {
  const known = (refusalCodes as readonly unknown[]).includes(code) ? (code as RefusalCode) : 'INTERNAL';
  const ref = typeof id === 'string' ? { ref: id } : {};
  out.signal({ kind: 'refused', ...ref, error: { code: known, message: error } });
}

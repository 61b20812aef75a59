import { bringing } from '../../codec/bring.ts';
import { Frames, noFrames } from '../../codec/frames.ts';
import { say } from '../../codec/say.ts';
import type { EncodedFrame, Encoder, StreamInfo } from '../../dialect.ts';
import type { EventOf, RunEvent } from '../../events.ts';
import { isJsonObject, type JsonObject } from '../../json.ts';
import { Ledger } from '../../ledger.ts';
import { bodyOf, toolCall, wireCall } from './bodies.ts';
import { carrierBody, customBody, toCustom } from './custom.ts';
import { endingOf, failureOf } from './ending.ts';
import { type Form, formOf } from './forms.ts';
import { markOf } from './mark.ts';
import { isVocabulary } from './vocabulary.ts';
import type { Body } from './wire.ts';
import { WireRun } from './wire-run.ts';

export function encoder(stream: StreamInfo): Encoder {
  const carrier = formOf(stream).event(carrierBody);
  return bringing(new LoomEncoder(stream), () => carrier);
}

type Approval = EventOf<'input.requested'> & { callId: string };
type Asked = EventOf<'input.requested'>;

class LoomEncoder implements Encoder {
  readonly #stream: StreamInfo;
  readonly #form: Form;
  readonly #ledger = new Ledger();
  /** The run as the wire sees it: a question ends it, and what comes after the answer is another one. */
  readonly #wire: WireRun;
  #run: EventOf<'run.started'> | undefined;
  /** A fatal error waits for its run's end, which is where this wire says it. */
  #fatal: EventOf<'error'> | undefined;
  /** Messages that are not the assistant's: the front end shows what its user typed by itself. */
  readonly #silent = new Set<string>();
  readonly #asked = new Set<string>();
  readonly #calls = new Map<string, EventOf<'tool.call'>>();

  constructor(stream: StreamInfo) {
    this.#stream = stream;
    this.#form = formOf(stream);
    this.#wire = new WireRun(this.#form);
  }

  push(event: RunEvent): readonly EncodedFrame[] {
    if (event.type === 'text.delta' || event.type === 'reasoning.delta') return this.#delta(event);
    const isImplied = markOf(event).implied === true;
    const mark = this.#wire.eventId;
    const frames = this.#encode(event);
    this.#ledger.note(event);
    if (!isImplied) return frames;
    this.#wire.eventId = mark;
    return noFrames;
  }

  preview(): readonly [] {
    return [];
  }

  #delta(event: EventOf<'text.delta'> | EventOf<'reasoning.delta'>): readonly EncodedFrame[] {
    if (this.#silent.has(event.messageId)) return noFrames;
    if (this.#wire.isOpen) return this.#wire.delta(event);
    const frames = new Frames(event);
    this.#openTurn(frames);
    for (const { data } of this.#wire.delta(event)) frames.own(data);
    return frames.list;
  }

  #encode(event: RunEvent): readonly EncodedFrame[] {
    switch (event.type) {
      case 'run.started':
        return this.#started(event);
      case 'run.status':
        return this.#status(event);
      case 'run.finished':
        return this.#finished(event);
      case 'message.started':
        if (event.role === 'user') this.#silent.add(event.messageId);
        return noFrames;
      case 'message.accepted':
      case 'message.completed':
      case 'reasoning.done':
        return noFrames;
      case 'text.replaced':
        return this.#replaced(event);
      case 'tool.call':
        return this.#call(event);
      case 'tool.finished':
        this.#calls.delete(event.callId);
        return this.#closing(event, () => bodyOf(event));
      case 'node.entered':
        return this.#native(event, () => this.#wire.enter(event));
      case 'node.exited':
        return this.#closing(event, () => this.#wire.exit(event));
      case 'input.requested':
        return isApproval(event) ? this.#approval(event) : noFrames;
      case 'input.resolved':
        return this.#resolved(event);
      case 'error':
        if (!event.fatal || !this.#ledger.run) return this.#spoken(event);
        this.#fatal = event;
        return noFrames;
      case 'custom':
        return this.#say(event, customBody(event, { named: this.#stream.variant !== 'export' }));
      case 'foreign':
        return isOwn(event.data, event.dialect) ? this.#say(event, event.data) : this.#spoken(event);
      default:
        return bodyOf(event) ? this.#native(event) : this.#spoken(event);
    }
  }

  #started(event: EventOf<'run.started'>): readonly EncodedFrame[] {
    this.#run = event;
    this.#fatal = undefined;
    for (const memory of [this.#silent, this.#asked, this.#calls]) memory.clear();
    this.#wire.begin(event.ref ?? event.runId ?? '', event.runId ?? '');
    return new Frames(event).own(this.#runStart(event.input)).list;
  }

  #runStart(message: string | undefined): string {
    const { id, name } = this.#wire;
    return this.#wire.event({
      type: 'run_start',
      run_id: id,
      message: message ?? null,
      agent: this.#run?.agentKind ?? null,
      ...(this.#run?.model !== undefined && { model: this.#run.model }),
      ...(name !== id && { run: name }),
    });
  }

  /** An event in Loom's own words; a run that goes on after a question begins a new one on the wire. */
  #native(event: RunEvent, body = () => bodyOf(event)): readonly EncodedFrame[] {
    const frames = new Frames(event);
    this.#openTurn(frames);
    const said = body();
    return said ? frames.own(this.#wire.event(said, event)).list : frames.list;
  }

  /** Known only now: a call that opens a turn is not among those that are told there again. */
  #call(event: EventOf<'tool.call'>): readonly EncodedFrame[] {
    const frames = this.#native(event);
    this.#calls.set(event.callId, event);
    return frames;
  }

  /** What a question closed on the wire may end for good while the run waits: no reason to go on there. */
  #closing(event: RunEvent, body: () => Body | undefined): readonly EncodedFrame[] {
    const said = this.#wire.isOpen ? undefined : body();
    return said ? this.#say(event, { ...said, again: true }) : this.#native(event, body);
  }

  #spoken(event: RunEvent): readonly EncodedFrame[] {
    return this.#say(event, toCustom(event, say(event, this.#stream)));
  }

  /** What may also come while no run is open on the wire. */
  #say(event: RunEvent, body: Body): readonly EncodedFrame[] {
    return new Frames(event).own(this.#wire.event(body, event)).list;
  }

  #replaced(event: EventOf<'text.replaced'>): readonly EncodedFrame[] {
    if (this.#silent.has(event.messageId)) return noFrames;
    if (markOf(event).reply) {
      this.#wire.transcript.override(event.text);
      return noFrames;
    }
    this.#wire.transcript.replace(event.messageId, event.text);
    return this.#spoken(event);
  }

  /** Loom's dialog shows the call. What a question says beyond that goes before it. */
  #approval(event: Approval): readonly EncodedFrame[] {
    const frames = new Frames(event);
    this.#openTurn(frames);
    const { name, args, prompt, planId, expiresAt } = event;
    const saysMore = [prompt, planId, expiresAt].some((field) => field !== undefined);
    if (saysMore || name === undefined || args === undefined) {
      frames.own(this.#wire.event(toCustom(event, prompt), event));
    }
    return frames.own(this.#wire.event(this.#approvalBody(event), event)).list;
  }

  #approvalBody(event: Approval): Body {
    const call = this.#calls.get(event.callId);
    return {
      type: 'tool_approval',
      call_id: wireCall(event),
      name: event.name ?? call?.name ?? '',
      arguments: event.args ?? call?.args ?? call?.argsText ?? {},
      input_id: event.inputId,
    };
  }

  #resolved(event: EventOf<'input.resolved'>): readonly EncodedFrame[] {
    this.#ledger.note(event);
    const frames = new Frames(event);
    const isAnswer = event.outcome !== 'cancelled' && event.outcome !== 'expired';
    if (this.#asked.has(event.inputId) && isAnswer) this.#openTurn(frames, event);
    if (this.#ledger.run?.status === 'awaiting_input' && this.#question) {
      if (frames.list.length === 0) frames.own(this.#wire.event(toCustom(event, undefined), event));
      this.#ask(frames, null);
    }
    return frames.list;
  }

  #status(event: EventOf<'run.status'>): readonly EncodedFrame[] {
    const frames = new Frames(event);
    if (event.status === 'awaiting_input' && this.#question) return this.#ask(frames, event).list;
    if (event.status === 'active') this.#openTurn(frames);
    return frames.own(this.#wire.event(toCustom(event, say(event, this.#stream)), event)).list;
  }

  /** The oldest open question, where only words can ask it and they do not stand there already. */
  get #question(): Asked | undefined {
    const oldest = this.#ledger.oldestInput as Asked | undefined;
    if (!oldest || isApproval(oldest)) return undefined;
    return this.#wire.isOpen || !this.#asked.has(oldest.inputId) ? oldest : undefined;
  }

  /** The question as text, then the reply: the front end takes the next message, which is the answer. */
  #ask(frames: Frames, standsFor: RunEvent | null): Frames {
    const question = this.#question;
    if (!question) return frames;
    this.#asked.add(question.inputId);
    this.#openTurn(frames);
    for (const { data } of this.#wire.chunk(question.inputId, say(question, this.#stream) ?? '')) {
      frames.standIn(data, null);
    }
    for (const call of this.#calls.values()) {
      const { name } = call;
      const body = { type: 'tool_end', call_id: wireCall(call), name, result: '', is_error: false, outcome: 'unknown' };
      frames.standIn(this.#wire.event(body, call), null);
    }
    for (const node of [...this.#ledger.nodes.values()].reverse()) {
      frames.standIn(this.#wire.event(this.#wire.exit(node), node), null);
    }
    frames.standIn(this.#form.reply(this.#reply({ stop_reason: 'end_turn' }), this.#wire.next()), standsFor, ENDS);
    this.#wire.isOpen = false;
    return frames;
  }

  /** Goes on as a new run of the wire: what is still open is opened there again. */
  #openTurn(frames: Frames, answer?: EventOf<'input.resolved'>): void {
    if (this.#wire.isOpen || !this.#run) return;
    this.#wire.goOn(answer?.ref);
    frames.standIn(this.#runStart(answer?.text), answer ?? null);
    for (const node of this.#ledger.nodes.values()) {
      frames.standIn(this.#wire.event(this.#wire.enter(node), node), null);
    }
    for (const call of this.#calls.values()) frames.standIn(this.#wire.event(toolCall(call), call), null);
    for (const input of this.#ledger.inputs.values() as Iterable<Asked>) {
      if (isApproval(input)) frames.standIn(this.#wire.event(this.#approvalBody(input), input), null);
    }
  }

  #finished(event: EventOf<'run.finished'>): readonly EncodedFrame[] {
    const frames = new Frames(event);
    const fatal = this.#fatal;
    const isOpen = this.#wire.isOpen;
    const ending = endingOf(event, isOpen);
    const isFailed = event.status === 'error' && isOpen;
    if (isFailed) {
      const failure = { ...failureOf(event, fatal, this.#stream), ...(this.#form.endsWithError && ending) };
      const data = this.#form.error(failure, this.#wire.next());
      const standsFor = this.#form.endsWithError ? event : null;
      const options = this.#form.endsWithError ? ENDS : {};
      // With an error event of its own, that one reaches a restoring client by itself.
      if (fatal) frames.standIn(data, standsFor, options);
      else frames.own(data, options);
    } else if (fatal) {
      frames.standIn(this.#wire.event(toCustom(fatal, say(fatal, this.#stream)), fatal), null);
    }
    if (!isFailed || !this.#form.endsWithError) {
      const stop_reason = event.status === 'complete' ? 'end_turn' : 'cancelled';
      frames.own(this.#form.reply(this.#reply({ stop_reason, ...ending }), this.#wire.next()), ENDS);
    }
    this.#wire.isOpen = false;
    this.#run = undefined;
    return frames.list;
  }

  #reply(fields: JsonObject): JsonObject {
    const { transcript, reasoning } = this.#wire;
    return { reply: transcript.reply, ...(reasoning !== '' && { reasoning_content: reasoning }), ...fields };
  }
}

const ENDS = { endsTurn: true };

function isApproval(event: { kind: string; callId?: string | undefined }): event is Approval {
  return event.kind === 'approval' && event.callId !== undefined;
}

/** A frame of this wire that nobody knew goes out as it came in. */
function isOwn(data: unknown, dialect: string): data is Body {
  return dialect === 'loom' && isJsonObject(data) && typeof data.type === 'string' && !isVocabulary(data.type);
}

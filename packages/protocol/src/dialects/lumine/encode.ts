import { bringing } from '../../codec/bring.ts';
import { Frames, noFrames } from '../../codec/frames.ts';
import { PARAGRAPH, Paragraphs } from '../../codec/paragraphs.ts';
import { say, warning, words } from '../../codec/say.ts';
import { Turn } from '../../codec/turn.ts';
import { wholeUrl } from '../../codec/whole-url.ts';
import type { EncodedFrame, Encoder, StreamInfo } from '../../dialect.ts';
import type { EventOf, EventType, FinalStatus, RunEvent } from '../../events.ts';
import { Ledger } from '../../ledger.ts';
import { ContentFrames, type Fields, frame, type Ids, idsOf } from './frame.ts';
import { keptConversation } from './kept.ts';
import { writeItem, writeList } from './todos.ts';
import { toolResult, toolUse } from './tools.ts';
import { DONE, type ServerType, TIMED_OUT } from './wire.ts';

/** An empty chunk is ignored by the front end: it takes to restoring clients what has waited too long for a frame. */
export function encoder(stream: StreamInfo): Encoder {
  const ids = idsOf(stream);
  return bringing(new LumineEncoder(stream), ({ seq }) => frame('chunk', frameId(ids, seq, 0), ids, { content: '' }));
}

/**
 * What has no frame of its own and is somebody's thought or for the user is said in words: in the answer, or among the
 * thoughts. Today's front end shows those as part of the answer too, so how the server works is not told there.
 */
const said: { readonly [T in EventType]?: 'chunk' | 'reasoning' } = {
  'text.replaced': 'chunk',
  'plan.proposed': 'chunk',
  'plan.edited': 'chunk',
  'plan.step': 'chunk',
  chart: 'chunk',
  notice: 'chunk',
  'tot.expand': 'reasoning',
  'tot.evaluate': 'reasoning',
  'tot.backtrack': 'reasoning',
  'got.plan': 'reasoning',
  'got.node': 'reasoning',
  'got.expand': 'reasoning',
};

class LumineEncoder implements Encoder {
  readonly #stream: StreamInfo;
  readonly #ledger = new Ledger();
  #ids: Ids;
  #chunks: ContentFrames;
  #thoughts: ContentFrames;
  /** Messages of the user: the front end would show them as the assistant's words. */
  readonly #silent = new Set<string>();
  /** The front end appends every chunk to one bubble, and thoughts too. */
  readonly #paragraphs = new Paragraphs();
  /** Calls that have not started: a card has a spinner, so it appears when its tool runs. */
  readonly #calls = new Map<string, EventOf<'tool.call'>>();
  readonly #turn = new Turn();

  constructor(stream: StreamInfo) {
    this.#stream = stream;
    this.#ids = idsOf(stream);
    this.#chunks = new ContentFrames('chunk', this.#ids);
    this.#thoughts = new ContentFrames('reasoning', this.#ids);
  }

  push(event: RunEvent): readonly EncodedFrame[] {
    const frames = event.type === 'text.delta' ? this.#content(this.#chunks, event) : this.#encode(event);
    this.#turn.sent(frames);
    if (event.type !== 'text.delta') this.#ledger.note(event);
    return frames;
  }

  preview(): readonly [] {
    return [];
  }

  #encode(event: RunEvent): readonly EncodedFrame[] {
    switch (event.type) {
      case 'run.started':
        this.#reset(keptConversation(event));
        return noFrames;
      case 'message.started':
        if (event.role === 'user') this.#silent.add(event.messageId);
        return noFrames;
      case 'reasoning.delta':
        return this.#content(this.#thoughts, event);
      case 'reasoning.done':
        if (this.#silent.has(event.messageId)) return noFrames;
        return new Frames(event).own(this.#frame(event.messageId, 'reasoning', thoughtDone)).list;
      case 'tool.call':
        this.#calls.set(event.callId, event);
        return noFrames;
      case 'tool.started':
        return this.#toolStarted(event);
      case 'tool.finished':
        return this.#toolFinished(event);
      case 'todo.list':
        return this.#own(event, 'todo_list', writeList(event));
      case 'todo.item':
        return this.#own(event, 'todo_update', writeItem(event));
      case 'image':
        return this.#image(event);
      case 'error':
        return this.#error(event);
      case 'run.status':
        return this.#status(event);
      case 'run.finished':
        return this.#finished(event);
      default:
        return this.#words(event);
    }
  }

  #reset(conversation: string | undefined): void {
    this.#ids = idsOf(this.#stream, conversation);
    this.#chunks = new ContentFrames('chunk', this.#ids);
    this.#thoughts = new ContentFrames('reasoning', this.#ids);
    this.#silent.clear();
    this.#paragraphs.clear();
    this.#calls.clear();
    this.#turn.clear();
  }

  /** A text that is the end mark goes out in two pieces: it must not end anything. */
  #content(to: ContentFrames, event: EventOf<'text.delta'> | EventOf<'reasoning.delta'>): readonly EncodedFrame[] {
    const { type, seq, messageId, delta } = event;
    if (delta === '' || this.#silent.has(messageId)) return noFrames;
    const breaks = this.#paragraphs.add(type === 'text.delta' ? messageId : `thoughts of ${messageId}`, delta);
    if (!breaks && delta !== DONE) return [{ data: to.write(messageId, delta), seq, sub: 0 }];
    const pieces = delta === DONE ? [DONE.slice(0, -1), DONE.slice(-1)] : [delta];
    const said = pieces.map((piece) => to.write(messageId, piece));
    const separator = this.#frame(messageId, 'chunk', { content: PARAGRAPH, separator: true });
    return (breaks ? [separator, ...said] : said).map((data, sub) => ({ data, seq, sub }));
  }

  #toolStarted(event: EventOf<'tool.started'>): readonly EncodedFrame[] {
    const call = this.#calls.get(event.callId);
    this.#calls.delete(event.callId);
    return this.#own(event, 'tool_use', toolUse(call ?? { ...event, args: null }, true));
  }

  #toolFinished(event: EventOf<'tool.finished'>): readonly EncodedFrame[] {
    const frames = new Frames(event);
    const call = this.#calls.get(event.callId);
    this.#calls.delete(event.callId);
    if (call) frames.own(this.#frame(frameId(this.#ids, event.seq, 0), 'tool_use', toolUse(call, false)));
    const id = frameId(this.#ids, event.seq, frames.list.length);
    return frames.own(this.#frame(id, 'tool_result', toolResult(event, this.#stream.locale))).list;
  }

  #image(event: EventOf<'image'>): readonly EncodedFrame[] {
    const { imageId, mediaType = null, alt = null } = event;
    const url = wholeUrl(event.url, this.#stream);
    const said = this.#frame(imageId, 'image', { url, mediaType, alt });
    const frames = url === event.url ? new Frames(event).own(said) : new Frames(event).standIn(said);
    return frames.own(this.#echo(event, 1, say(event, this.#stream) ?? '')).list;
  }

  #error(event: EventOf<'error'>): readonly EncodedFrame[] {
    if (event.fatal && this.#ledger.run && this.#ledger.run.id === event.runId) {
      this.#turn.failure = event;
      return noFrames;
    }
    const fields = { ...errorFields(event), ...(!event.fatal && { fatal: false }) };
    return this.#own(event, 'error', fields, new Frames(event).own(this.#echo(event, 0, warning(event.message))));
  }

  /** Waiting ends the turn with the question; the restoring client got the question itself before it. */
  #status(event: EventOf<'run.status'>): readonly EncodedFrame[] {
    const question = this.#turn.question(event, this.#ledger);
    if (!question) return noFrames;
    return new Frames(event)
      .standIn(this.#paragraph(event, say(question as RunEvent, this.#stream) ?? ''), null)
      .standIn(this.#done(event.seq, 1, {}), event, { endsTurn: true }).list;
  }

  #finished(event: EventOf<'run.finished'>): readonly EncodedFrame[] {
    const frames = new Frames(event);
    const { failure } = this.#turn;
    const error = failure ? failureFields(failure, event.status) : this.#unsaidEnd(event);
    if (error) {
      frames.own(this.#echo(event, 0, warning(error.error)));
      const said = this.#frame(frameId(this.#ids, event.seq, 1), 'error', error);
      // A restoring client got the error itself with the frame before.
      if (failure) frames.standIn(said, null);
      else frames.own(said);
    }
    const plain = event.status === 'complete' && !failure;
    const fields = plain ? {} : { final: event.status };
    return frames.own(this.#done(event.seq, frames.list.length, fields), { endsTurn: true }).list;
  }

  /** A bad end is shown as an error, also where the run had none. */
  #unsaidEnd({ status, reason }: EventOf<'run.finished'>): ErrorFields | undefined {
    const w = words[this.#stream.locale];
    if (status === 'timed_out') return { error: reason ?? w.timedOut, code: TIMED_OUT, implied: true };
    return status === 'error' ? { error: reason ?? w.failed, code: 'RUN_FAILED', implied: true } : undefined;
  }

  #words(event: RunEvent): readonly EncodedFrame[] {
    const form = said[event.type];
    const text = form && say(event, this.#stream);
    if (text === undefined || ('messageId' in event && this.#silent.has(event.messageId ?? ''))) return noFrames;
    const frames = new Frames(event);
    if (form === 'chunk') return frames.standIn(this.#paragraph(event, text)).list;
    const id = frameId(this.#ids, event.seq, 0);
    this.#paragraphs.alone();
    frames.standIn(this.#thoughts.write(id, `\n${text}\n`));
    const thinking = [...this.#ledger.messages.values()].some(({ reasoning }) => reasoning);
    return thinking ? frames.list : frames.standIn(this.#frame(id, 'reasoning', thoughtDone), null).list;
  }

  /** Outside of a run the wire has nothing to belong to: there the event itself is restored. */
  #own<T extends ServerType>(
    event: RunEvent,
    type: T,
    fields: Fields<T>,
    frames = new Frames(event),
  ): readonly EncodedFrame[] {
    const id = frameId(this.#ids, event.seq, frames.list.length);
    if (this.#ledger.run) return frames.own(this.#frame(id, type, fields)).list;
    return frames.standIn(this.#frame(id, type, { ...fields, outside_run: true })).list;
  }

  #paragraph({ seq }: RunEvent, text: string): string {
    this.#paragraphs.alone();
    return this.#chunks.write(frameId(this.#ids, seq, 0), PARAGRAPH + text + PARAGRAPH);
  }

  /** What another frame says, for today's front end: it shows neither images nor errors. */
  #echo({ seq }: RunEvent, sub: number, text: string): string {
    this.#paragraphs.alone();
    return this.#frame(frameId(this.#ids, seq, sub), 'chunk', { content: PARAGRAPH + text + PARAGRAPH, echo: true });
  }

  #done(seq: number, sub: number, fields: Fields<'chunk'>): string {
    return this.#frame(frameId(this.#ids, seq, sub), 'chunk', { content: DONE, ...fields });
  }

  #frame<T extends ServerType>(id: string, type: T, fields: Fields<T>): string {
    return frame(type, id, this.#ids, fields);
  }
}

const thoughtDone = { content: '', status: 'done' } as const;

type ErrorFields = Fields<'error'> & { readonly error: string };

function errorFields({ message, code, details }: EventOf<'error'>): ErrorFields {
  return { error: message, code: code ?? null, ...(details !== undefined && { details }) };
}

/** A timeout has one code, whatever ran out. */
function failureFields(failure: EventOf<'error'>, status: FinalStatus): ErrorFields {
  const fields = errorFields(failure);
  if (status !== 'timed_out' || failure.code === TIMED_OUT) return fields;
  return { ...fields, code: TIMED_OUT, cause: failure.code ?? null };
}

function frameId({ session_id }: Ids, seq: number, sub: number): string {
  return `${session_id}.${seq}.${sub}`;
}

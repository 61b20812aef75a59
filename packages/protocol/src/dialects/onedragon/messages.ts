import { Frames, noFrames } from '../../codec/frames.ts';
import type { EncodedFrame, Frame, StreamInfo } from '../../dialect.ts';
import type { EventOf } from '../../events.ts';
import { WireMessage } from './wire-message.ts';

/** A message can be corrected after its end while it is one of the last: older ones are corrected in words. */
const MAX_KEPT = 64;

/** The messages of a run as this wire sees them: whole at every look, closed by `message_completed`. */
export class Messages {
  readonly #stream: StreamInfo;
  readonly #open = new Map<string, WireMessage>();
  /** Open messages in the order in which they began to speak: the page shows them in order of appearance. */
  readonly #speaking = new Set<WireMessage>();
  readonly #kept = new Map<string, WireMessage>();
  /** Messages of the user: the page shows what its user typed by itself. */
  readonly #silent = new Set<string>();

  constructor(stream: StreamInfo) {
    this.#stream = stream;
  }

  clear(): void {
    for (const group of [this.#open, this.#speaking, this.#kept, this.#silent]) group.clear();
  }

  open(messageId: string | undefined): WireMessage | undefined {
    return messageId === undefined ? undefined : this.#open.get(messageId);
  }

  has(messageId: string): boolean {
    return this.#open.has(messageId) || this.#kept.has(messageId);
  }

  begin({ messageId, role, name, at }: EventOf<'message.started'>): readonly EncodedFrame[] {
    if (role === 'user') this.#silent.add(messageId);
    else this.#open.set(messageId, new WireMessage(this.#stream, { id: messageId, role, name, at }));
    return noFrames;
  }

  /** Only state: the text goes out with previews and with the message's end. */
  grow({ messageId, delta }: EventOf<'text.delta' | 'reasoning.delta'>, block: 'text' | 'thinking'): void {
    const message = this.#open.get(messageId);
    message?.append(block, delta);
    if (message?.hasText) this.#speaking.add(message);
  }

  complete(event: EventOf<'message.completed'>): readonly EncodedFrame[] {
    const message = this.#open.get(event.messageId);
    if (!message) return noFrames;
    const frames = this.#announceOthers(message, new Frames(event));
    this.#open.delete(event.messageId);
    this.#speaking.delete(message);
    this.#keep(event.messageId, message);
    return frames.own(message.frame('message_completed', ...(event.interrupted ? ['interrupted'] : []))).list;
  }

  /** undefined for a message that this wire cannot correct any more. */
  replace(event: EventOf<'text.replaced'>): readonly EncodedFrame[] | undefined {
    if (this.#silent.has(event.messageId)) return noFrames;
    const frames = new Frames(event);
    const open = this.#open.get(event.messageId);
    if (open) {
      // What was said before comes first, so that a client can tell a correction from more text.
      this.show(open, frames);
      open.replace(event.text);
      return frames.own(open.frame('message_update', 'exact', 'replaced')).list;
    }
    const kept = this.#kept.get(event.messageId);
    kept?.replace(event.text);
    return kept && frames.own(kept.frame('message_completed', 'replaced')).list;
  }

  /** An update that is no preview: everybody gets it. */
  show(message: WireMessage, frames: Frames): Frames {
    this.#announceOthers(message, frames);
    message.announced ||= message.hasText;
    return frames.own(message.frame('message_update', 'exact'));
  }

  preview(): readonly Frame[] {
    const messages = new Set([...this.#speaking, ...this.#open.values()]);
    return [...messages]
      .filter(({ isEmpty }) => !isEmpty)
      .map((message) => ({ data: message.frame('message_update') }));
  }

  /** Messages that spoke earlier are shown first: previews are optional and must not decide the order on the page. */
  #announceOthers(message: WireMessage, frames: Frames): Frames {
    if (!this.#speaking.has(message)) return frames;
    for (const other of this.#speaking) {
      if (other === message) break;
      if (other.announced) continue;
      other.announced = true;
      frames.own(other.frame('message_update', 'exact'));
    }
    return frames;
  }

  #keep(messageId: string, message: WireMessage): void {
    this.#kept.set(messageId, message);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

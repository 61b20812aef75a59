import type { DraftSink } from '../../codec/draft-decoder.ts';
import type { Draft, MessageRole } from '../../events.ts';

interface Stream {
  readonly messageId: string;
  text: string;
}

/** Texts that arrive twice: in pieces while they grow, and whole at their end. */
export class Streams {
  readonly #streams = new Map<string, Stream>();

  clear(): void {
    this.#streams.clear();
  }

  start(key: string, draft: Draft & { type: 'message.started' }, out: DraftSink): void {
    this.#streams.set(key, { messageId: draft.messageId, text: '' });
    if (!out.ledger.messages.has(draft.messageId)) out.add(draft);
  }

  delta(key: string, delta: string, about: About, out: DraftSink): void {
    const stream = this.#open(key, about, out);
    stream.text += delta;
    out.add({ type: 'text.delta', messageId: stream.messageId, delta });
  }

  replace(key: string, text: string, about: About, out: DraftSink): void {
    const stream = this.#open(key, about, out);
    stream.text = text;
    out.add({ type: 'text.replaced', messageId: stream.messageId, text });
  }

  /** The whole text: only what the pieces did not say is said, and the message is over. */
  whole(
    key: string,
    text: string,
    about: About,
    end: Partial<Draft & { type: 'message.completed' }>,
    out: DraftSink,
  ): void {
    const known = this.#streams.get(key);
    const wasClosed = known !== undefined && !out.ledger.messages.has(known.messageId);
    if (wasClosed) this.#streams.delete(key);
    if (wasClosed && known.text === text) return;
    const stream = this.#open(key, about, out);
    if (!text.startsWith(stream.text)) this.replace(key, text, about, out);
    else if (text !== stream.text) this.delta(key, text.slice(stream.text.length), about, out);
    this.#streams.delete(key);
    out.add({ type: 'message.completed', messageId: stream.messageId, ...end });
  }

  /** The end without a word of the text. */
  end(key: string, about: About, end: Partial<Draft & { type: 'message.completed' }>, out: DraftSink): void {
    const { messageId } = this.#open(key, about, out);
    this.#streams.delete(key);
    out.add({ type: 'message.completed', messageId, ...end });
  }

  #open(key: string, { messageId, role, agent, at }: About, out: DraftSink): Stream {
    const known = this.#streams.get(key);
    if (known && out.ledger.messages.has(known.messageId)) return known;
    const id = messageId ?? out.nextId('m');
    this.start(key, { type: 'message.started', messageId: id, role, ...agent, ...at }, out);
    return this.#streams.get(key) as Stream;
  }
}

/** Whose message it is, where it has to be opened. */
export interface About {
  readonly messageId: string | undefined;
  readonly role: MessageRole;
  readonly agent: { agent?: string };
  readonly at: { at?: number };
}

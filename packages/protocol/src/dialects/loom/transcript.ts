import { PARAGRAPH } from '../../codec/paragraphs.ts';

/**
 * The text of a run as its reply says it: message by message, a blank line between them. Encoder and decoder keep the
 * same one, so that a reply which only repeats what was streamed is known as such.
 */
export class Transcript {
  readonly #said = new Map<string, { text: string }>();
  #override: string | undefined;
  /** The message that is being written: one look-up a message, not one a piece. */
  #id: string | undefined;
  #current = { text: '' };

  /** Takes a piece of a message. */
  add(messageId: string, delta: string): void {
    if (delta === '') return;
    if (messageId !== this.#id) this.#write(messageId, this.#said.get(messageId) ?? { text: '' });
    this.#current.text += delta;
  }

  replace(messageId: string, text: string): void {
    this.#write(messageId, this.#said.get(messageId) ?? { text });
    this.#current.text = text;
  }

  /** Whatever was streamed: the reply says `text`. */
  override(text: string): void {
    this.#override = text;
  }

  get lastMessage(): { id: string; text: string } | undefined {
    const last = [...this.#said].at(-1);
    return last && { id: last[0], text: last[1].text };
  }

  get reply(): string {
    if (this.#override !== undefined) return this.#override;
    let reply = '';
    for (const { text } of this.#said.values()) {
      const breaks = reply !== '' && text !== '' && !reply.endsWith('\n');
      reply += breaks ? PARAGRAPH + text : text;
    }
    return reply;
  }

  #write(messageId: string, message: { text: string }): void {
    this.#id = messageId;
    this.#current = message;
    this.#said.set(messageId, message);
  }
}

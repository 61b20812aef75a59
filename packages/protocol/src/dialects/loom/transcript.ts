/**
 * The text of a run as its reply says it: message by message, a blank line between them. Encoder and decoder keep the
 * same one, so that a reply which only repeats what was streamed is known as such.
 */
export class Transcript {
  readonly #texts = new Map<string, string>();
  #override: string | undefined;
  #endsLine = true;

  /** Takes a piece of a message. True: it begins a message right behind another one, so a break belongs between them. */
  add(messageId: string, delta: string): boolean {
    if (delta === '') return false;
    const before = this.#texts.get(messageId);
    this.#texts.set(messageId, before === undefined ? delta : before + delta);
    const breaks = before === undefined && !this.#endsLine;
    this.#endsLine = delta.endsWith('\n');
    return breaks;
  }

  replace(messageId: string, text: string): void {
    this.#texts.set(messageId, text);
    this.#endsLine = text.endsWith('\n');
  }

  /** Whatever was streamed: the reply says `text`. */
  override(text: string): void {
    this.#override = text;
  }

  get lastMessage(): { id: string; text: string } | undefined {
    const last = [...this.#texts].at(-1);
    return last && { id: last[0], text: last[1] };
  }

  get reply(): string {
    if (this.#override !== undefined) return this.#override;
    let reply = '';
    for (const text of this.#texts.values()) {
      const breaks = reply !== '' && text !== '' && !reply.endsWith('\n');
      reply += breaks ? PARAGRAPH + text : text;
    }
    return reply;
  }
}

export const PARAGRAPH = '\n\n';

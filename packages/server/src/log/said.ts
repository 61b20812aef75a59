import { type Delta, isDeltaText, type RunEvent } from '@polywire/protocol';
import { endOfWords, isShort, type KeptReader } from './lines.ts';

/** Gathers what one message says from events, and from lines as they are kept: of its words nothing is made but the text. */
export class Said implements KeptReader {
  readonly #messageId: string;
  /** What words that are kept alone belong to. */
  #isSpeaking = false;
  /** As JSON. */
  #words: string[] = [];

  constructor(messageId: string) {
    this.#messageId = messageId;
  }

  read(text: string, from: number, to: number): void {
    if (!isShort(text, from)) this.#readLine(text.slice(from, to));
    else if (this.#isSpeaking) this.#words.push(text.slice(from, endOfWords(text, to)));
  }

  skip(text: string, from: number, to: number): void {
    if (!isShort(text, from)) this.#note(text.slice(from, to));
  }

  hear(event: RunEvent): void {
    if (!('messageId' in event) || event.messageId !== this.#messageId) return;
    if (event.type === 'text.delta') this.#words.push(JSON.stringify(event.delta));
    else if (event.type === 'message.started') this.#words = [];
    else if (event.type === 'text.replaced') this.#words = [JSON.stringify(event.text)];
  }

  toString(): string {
    return (JSON.parse(`[${this.#words.join(',')}]`) as string[]).join('');
  }

  #readLine(line: string): void {
    const delta = this.#note(line);
    if (delta) this.hear(delta);
    else if (line.includes(this.#messageId)) this.hear(JSON.parse(line) as RunEvent);
  }

  #note(line: string): Delta | undefined {
    if (!isDeltaText(line)) return undefined;
    const delta = JSON.parse(line) as Delta;
    this.#isSpeaking = delta.type === 'text.delta' && delta.messageId === this.#messageId;
    return delta;
  }
}

import { type Delta, isDeltaText, type RunEvent } from '@polywire/protocol';
import { wellFormed } from '../well-formed.ts';
import { endOfWords, isShort, type KeptLines } from './lines.ts';
import { picker } from './pick.ts';
import type { Stretch } from './stretch.ts';

/** Gathers what some messages say, from events and from lines as they are kept: of words nothing is made but the texts. */
export class Said {
  /** As JSON, by the id of the message as a table has it: there are no half characters in it. */
  readonly #words: ReadonlyMap<string, string[]>;
  /** What words that are kept alone belong to, if it is gathered. */
  #speaking: string[] | undefined;

  constructor(messageIds: readonly string[]) {
    this.#words = new Map(messageIds.map((id) => [wellFormed(id), []]));
  }

  read(stretch: Stretch): void {
    const { kept } = stretch;
    if (!kept) for (const event of stretch.events) this.hear(event);
    else while (kept.next()) this.#read(kept);
  }

  hear(event: RunEvent): void {
    const words = 'messageId' in event ? this.#of(event.messageId ?? '') : undefined;
    if (!words) return;
    if (event.type === 'text.delta') words.push(JSON.stringify(event.delta));
    else if (event.type === 'message.started') words.length = 0;
    else if (event.type === 'text.replaced') words.splice(0, words.length, JSON.stringify(event.text));
  }

  textOf(messageId: string): string {
    const words = this.#of(messageId) ?? [];
    return (JSON.parse(`[${words.join(',')}]`) as string[]).join('');
  }

  #of(messageId: string): string[] | undefined {
    return this.#words.get(wellFormed(messageId));
  }

  #read({ text, from, to, isLead }: KeptLines): void {
    if (isShort(text, from)) {
      if (!isLead) this.#speaking?.push(text.slice(from, endOfWords(text, to)));
    } else if (isLead) this.#note(text.slice(from, to));
    else this.#readLine(text.slice(from, to));
  }

  #readLine(line: string): void {
    const event = this.#note(line) ?? pick(line);
    if (event) this.hear(event);
  }

  #note(line: string): Delta | undefined {
    if (!isDeltaText(line)) return undefined;
    const delta = JSON.parse(line) as Delta;
    this.#speaking = delta.type === 'text.delta' ? this.#of(delta.messageId) : undefined;
    return delta;
  }
}

/** What a text begins anew with. */
const pick = picker(['message.started', 'text.replaced']);

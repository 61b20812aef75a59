import { REDACTED } from './redact.ts';

/** Values that were told in confidence: those who got them may quote them, and nobody else is to read that. */
export class Secrets {
  readonly #pattern: RegExp | undefined;

  constructor(values: Iterable<string | undefined>) {
    const known = [...new Set(values)].filter((value) => value !== undefined && value.length >= SHORTEST) as string[];
    // A longer one may have a shorter one in it.
    const all = known.sort((a, b) => b.length - a.length).map(literally);
    this.#pattern = all.length > 0 ? new RegExp(all.join('|'), 'g') : undefined;
  }

  hide(text: string): string {
    return this.#pattern ? text.replace(this.#pattern, REDACTED) : text;
  }

  /** The same with every text in it made safe; the very same where there is nothing to hide. */
  hideIn<T>(value: T): T {
    return this.#pattern ? (this.#walk(value) as T) : value;
  }

  #walk(value: unknown): unknown {
    if (typeof value === 'string') return this.hide(value);
    if (Array.isArray(value)) return value.map((each) => this.#walk(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [this.hide(key), this.#walk(each)]));
  }
}

/** Shorter ones are words that also mean something else. */
const SHORTEST = 6;

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

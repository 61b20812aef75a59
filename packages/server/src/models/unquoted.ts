import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { REDACTED } from '../observe/redact.ts';
import { partOf } from './part-of.ts';

type Delta = Extract<LanguageModelV3StreamPart, { delta: string }>;

/** What a provider says, without the key that it was given: it may quote that, and in pieces. */
export class Unquoted {
  readonly #key: string | undefined;
  /** What may be the beginning of the key, of each part that is under way. */
  readonly #held = new Map<string, string>();

  constructor(key: string) {
    this.#key = key.length >= SHORTEST ? key : undefined;
  }

  hear(part: LanguageModelV3StreamPart): readonly LanguageModelV3StreamPart[] {
    if (this.#key === undefined) return [part];
    switch (part.type) {
      case 'text-delta':
      case 'reasoning-delta':
      case 'tool-input-delta':
        return [{ ...part, delta: this.#said(part, this.#key) }];
      case 'text-end':
        return [this.#rest('text-delta', part.id), part];
      case 'reasoning-end':
        return [this.#rest('reasoning-delta', part.id), part];
      case 'tool-input-end':
        return [this.#rest('tool-input-delta', part.id), part];
      case 'tool-call':
        return [{ ...part, input: part.input.replaceAll(this.#key, REDACTED) }];
      default:
        return [part];
    }
  }

  #said({ type, id, delta }: Delta, key: string): string {
    const place = `${type} ${id}`;
    const text = ((this.#held.get(place) ?? '') + delta).replaceAll(key, REDACTED);
    const sure = text.length - partOf(key, text);
    this.#held.set(place, text.slice(sure));
    return text.slice(0, sure);
  }

  #rest(type: Delta['type'], id: string): Delta {
    const place = `${type} ${id}`;
    const delta = this.#held.get(place) ?? '';
    this.#held.delete(place);
    return { type, id, delta };
  }
}

/** Shorter ones are words that stand for no key, such as `ollama` and `not-needed`: they also mean something else. */
const SHORTEST = 12;

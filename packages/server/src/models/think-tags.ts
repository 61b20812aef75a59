import { partOf } from './part-of.ts';

const OPEN = '<think>';
const CLOSE = '</think>';

export interface Heard {
  readonly kind: 'text' | 'reasoning';
  readonly delta: string;
}

/**
 * Some servers leave a model's reasoning in its text, between tags at the very beginning. This tells it apart while it
 * streams; a tag may come in pieces.
 */
export class ThinkTags {
  #state: 'start' | 'reasoning' | 'after' | 'text' = 'start';
  #held = '';
  #hasReasoned = false;

  push(delta: string): Heard[] {
    if (this.#state === 'text') return [{ kind: 'text', delta }];
    this.#held += delta;
    const heard: Heard[] = [];
    for (let before = ''; before !== this.#state; ) {
      before = this.#state;
      heard.push(...this.#advance());
    }
    return heard;
  }

  /** What was held back in the hope of a tag. */
  end(): Heard[] {
    const delta = this.#held;
    this.#held = '';
    if (delta === '' || this.#state === 'after') return [];
    return [{ kind: this.#state === 'reasoning' ? 'reasoning' : 'text', delta }];
  }

  #advance(): Heard[] {
    if (this.#state === 'start') return this.#begin();
    if (this.#state === 'reasoning') return this.#reason();
    if (this.#state === 'after') this.#held = this.#held.trimStart();
    return this.#held === '' ? [] : this.#rest();
  }

  #begin(): Heard[] {
    const text = this.#held.trimStart();
    if (text.startsWith(OPEN)) {
      this.#state = 'reasoning';
      this.#held = text.slice(OPEN.length);
      return [];
    }
    return OPEN.startsWith(text) ? [] : this.#rest();
  }

  #reason(): Heard[] {
    if (!this.#hasReasoned) this.#held = this.#held.trimStart();
    const end = this.#held.indexOf(CLOSE);
    const sure = end >= 0 ? end : this.#held.length - partOf(CLOSE, this.#held);
    const delta = this.#held.slice(0, sure);
    this.#held = this.#held.slice(end >= 0 ? end + CLOSE.length : sure);
    if (end >= 0) this.#state = 'after';
    this.#hasReasoned ||= delta !== '';
    return delta === '' ? [] : [{ kind: 'reasoning', delta }];
  }

  #rest(): Heard[] {
    this.#state = 'text';
    const delta = this.#held;
    this.#held = '';
    return [{ kind: 'text', delta }];
  }
}

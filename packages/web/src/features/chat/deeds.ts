import type { PartOf } from '@polywire/protocol';
import { type Kept, kept, useKept } from '../../lib/kept.ts';

/** Something that was asked of the server and does not show yet. */
interface Deed<T> {
  readonly what: T;
  /** Is another one as soon as the server has told what became of it. */
  readonly about: unknown;
}

/**
 * What a press of a button began. It is on its way until what it is about has changed or until it did not work, and so
 * long another press begins nothing.
 */
export class Deeds {
  readonly #kept: Kept;

  constructor(of: Kept) {
    this.#kept = of;
  }

  isOnItsWay(place: string, name: string, about: unknown): boolean {
    return isAbout(this.#kept.get(place, keyOf(name)), about);
  }

  /** `work` tells whether the server has it. */
  async begin<T>(place: string, name: string, deed: Deed<T>, work: () => Promise<boolean>): Promise<void> {
    if (this.isOnItsWay(place, name, deed.about)) return;
    this.#kept.set(place, keyOf(name), deed);
    const isDone = await work();
    if (!isDone && this.#kept.get(place, keyOf(name)) === deed) this.#kept.set(place, keyOf(name), undefined);
  }
}

export const deeds = new Deeds(kept);

/** What is on its way; undefined where nothing is. */
export function useDeed<T>(place: string, name: string, about: unknown): T | undefined {
  const [deed] = useKept<Deed<T>>(place, keyOf(name));
  return isAbout(deed, about) ? deed?.what : undefined;
}

/** The name of an answer. */
export const answerTo = (question: PartOf<'question'> | undefined): string => `answer ${question?.seq}`;

const keyOf = (name: string): string => `deed ${name}`;

function isAbout(deed: Deed<unknown> | undefined, about: unknown): boolean {
  return deed !== undefined && deed.about === about;
}

import { useCallback, useSyncExternalStore } from 'react';

/** The page on which a session begins: what is written there goes with the session that is made of it. */
export const NEW_PLACE = '';

/**
 * What the reader has begun and not finished, by the session it belongs to. It lives outside of components, because
 * those go when another session is opened or a row is scrolled away, and what was written must not go with them.
 */
export class Kept {
  readonly #places = new Map<string, ReadonlyMap<string, unknown>>();
  readonly #listeners = new Set<() => void>();

  get<T>(place: string, what: string): T | undefined {
    return this.#places.get(place)?.get(what) as T | undefined;
  }

  /** undefined: it is finished, and nothing is kept of it. */
  set(place: string, what: string, value: unknown): void {
    const things = new Map(this.#places.get(place));
    if (value === undefined) things.delete(what);
    else things.set(what, value);
    this.#put(place, things);
  }

  /** A new session has got its name. */
  move(from: string, to: string): void {
    const things = new Map([...(this.#places.get(to) ?? []), ...(this.#places.get(from) ?? [])]);
    this.#places.delete(from);
    this.#put(to, things);
  }

  forget(place: string): void {
    this.#put(place, new Map());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #put(place: string, things: ReadonlyMap<string, unknown>): void {
    if (things.size > 0) this.#places.set(place, things);
    else this.#places.delete(place);
    for (const listener of [...this.#listeners]) listener();
  }
}

export const kept = new Kept();

/** As `useState`, for something that outlives the component. */
export function useKept<T>(place: string, what: string): readonly [T | undefined, (value: T | undefined) => void] {
  const value = useSyncExternalStore(kept.subscribe, () => kept.get<T>(place, what));
  const set = useCallback((next: T | undefined) => kept.set(place, what, next), [place, what]);
  return [value, set];
}

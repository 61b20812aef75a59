import { isIPv6 } from 'node:net';

/**
 * Slows down who guesses: after a few wrong tries an address waits before the next counts. Whoever was let in from
 * there before is not made to wait for what others guess.
 */
export class Throttle {
  readonly #failures = new Map<string, { count: number; until: number }>();
  readonly #homes = new Map<string, Set<string>>();

  isBlocked(address: string, owner: string | undefined, now: number): boolean {
    const place = placeOf(address);
    const failure = this.#failures.get(place);
    if (failure === undefined || failure.count < FREE_TRIES || now >= failure.until) return false;
    return owner === undefined || !this.#homes.get(place)?.has(owner);
  }

  failed(address: string, now: number): void {
    const place = placeOf(address);
    const before = this.#failures.get(place);
    const isRecent = before !== undefined && now < before.until + FORGET_MS;
    keep(this.#failures, place, { count: isRecent ? before.count + 1 : 1, until: now + WAIT_MS });
  }

  /** What was wrong before stays so: several may share the address. */
  succeeded(address: string, owner: string): void {
    const place = placeOf(address);
    const known = this.#homes.get(place);
    if (known) known.add(owner);
    else keep(this.#homes, place, new Set([owner]));
  }
}

const FREE_TRIES = 5;
const WAIT_MS = 10_000;
const FORGET_MS = 10 * 60_000;
const MAX_PLACES = 10_000;

/** Set anew, so that the oldest come first, and go first. */
function keep<T>(places: Map<string, T>, place: string, value: T): void {
  places.delete(place);
  places.set(place, value);
  if (places.size > MAX_PLACES) places.delete(places.keys().next().value as string);
}

/** One subscriber has a whole IPv6 network of 64 bits: its addresses count as one. */
function placeOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const groups = head.split(':').filter((group) => group !== '');
  const rest = tail.split(':').filter((group) => group !== '');
  while (groups.length + rest.length < 8) groups.push('0');
  return [...groups, ...rest].slice(0, 4).join(':');
}

import { isIPv6 } from 'node:net';

/** Slows down who guesses: after a few wrong tries an address waits before the next is even looked at. */
export class Throttle {
  readonly #failures = new Map<string, { count: number; until: number }>();

  isBlocked(address: string, now: number): boolean {
    const failure = this.#failures.get(placeOf(address));
    return failure !== undefined && failure.count >= FREE_TRIES && now < failure.until;
  }

  failed(address: string, now: number): void {
    const place = placeOf(address);
    const before = this.#failures.get(place);
    const isRecent = before !== undefined && now < before.until + FORGET_MS;
    // Set anew, so that the oldest come first.
    this.#failures.delete(place);
    this.#failures.set(place, { count: isRecent ? before.count + 1 : 1, until: now + WAIT_MS });
    if (this.#failures.size > MAX_PLACES) this.#failures.delete(this.#failures.keys().next().value as string);
  }

  succeeded(address: string): void {
    this.#failures.delete(placeOf(address));
  }
}

const FREE_TRIES = 5;
const WAIT_MS = 10_000;
const FORGET_MS = 10 * 60_000;
const MAX_PLACES = 10_000;

/** One subscriber has a whole IPv6 network of 64 bits: its addresses count as one. */
function placeOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const groups = head.split(':').filter((group) => group !== '');
  const rest = tail.split(':').filter((group) => group !== '');
  while (groups.length + rest.length < 8) groups.push('0');
  return [...groups, ...rest].slice(0, 4).join(':');
}

/** What a run may use. 0 means no limit. */
export interface Limits {
  /** From its start to its end, waiting for the user not counted. */
  readonly runMs: number;
  /** Without any event while it should be moving. */
  readonly silenceMs: number;
  /** For the user's answer. */
  readonly inputMs: number;
  readonly toolMs: number;
  /** Of one tool call: what is longer is cut with a note. */
  readonly toolOutputChars: number;
  /** Rounds of an agent that thinks and acts. */
  readonly iterations: number;
  readonly tokens: number;
  readonly cost: number;
  /** Of all an owner's runs within a day. */
  readonly ownerTokens: number;
  readonly ownerCost: number;
}

/** With what a configuration says otherwise. */
export function limitsWith(said: Partial<Limits>): Limits {
  return countable({ ...defaultLimits, ...said });
}

/** The longest that a timer counts, 24 days: it takes anything beyond for nothing. */
const LONGEST_MS = 2 ** 31 - 1;

export function countable<T extends object>(limits: T): T {
  const entries = Object.entries(limits).map(([name, value]) => [
    name,
    name.endsWith('Ms') ? Math.min(value, LONGEST_MS) : value,
  ]);
  return Object.fromEntries(entries) as T;
}

export const defaultLimits: Limits = {
  runMs: 30 * 60_000,
  silenceMs: 5 * 60_000,
  inputMs: 60 * 60_000,
  toolMs: 2 * 60_000,
  toolOutputChars: 256 * 1024,
  iterations: 50,
  tokens: 0,
  cost: 0,
  ownerTokens: 0,
  ownerCost: 0,
};

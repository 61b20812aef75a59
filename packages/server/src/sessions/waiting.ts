import { createHmac } from 'node:crypto';
import { type Draft, type EventOf, isJsonObject, type RunEvent } from '@polywire/protocol';

type Accepted = EventOf<'message.accepted'>;

/** A message whose run has not begun. */
export interface Waiting {
  readonly message: Accepted;
  /** Of the run that will answer it. */
  readonly runId: string;
  /** Somebody took it back: its run ends as soon as it begins. */
  readonly isWithdrawn: boolean;
}

/** People send a few ahead; more come from a program that does not look at answers, and all are kept in memory. */
export const MAX_WAITING = 100;

/** Messages that were accepted and not yet run, oldest first. */
export class WaitingLine {
  readonly #key: string;
  #line: Waiting[] = [];

  /** `key` is another for each session, and nobody outside knows it. */
  constructor(key: string, messages: readonly Accepted[], withdrawn: ReadonlySet<string>) {
    this.#key = key;
    for (const message of messages) this.push(message, withdrawn);
  }

  get isEmpty(): boolean {
    return this.#line.length === 0;
  }

  get isFull(): boolean {
    return this.#line.length >= MAX_WAITING;
  }

  push(message: Accepted, withdrawn?: ReadonlySet<string>): Waiting {
    const runId = runIdOf(this.#key, message);
    const waiting = { message, runId, isWithdrawn: withdrawn?.has(runId) ?? false };
    this.#line.push(waiting);
    return waiting;
  }

  shift(): Waiting | undefined {
    return this.#line.shift();
  }

  /** By the id of its run, or by what its sender called it. */
  find(name: string): Waiting | undefined {
    return this.#line.find(({ runId, message }) => runId === name || message.ref === name);
  }

  /** The event that takes a message back, or nothing where that was done before. */
  withdraw({ runId, isWithdrawn }: Waiting): Draft | undefined {
    if (isWithdrawn) return undefined;
    this.#line = this.#line.map((each) => (each.runId === runId ? { ...each, isWithdrawn: true } : each));
    return { type: 'custom', name: WITHDRAWN, value: { run: runId } };
  }
}

/** No wire has a word of its own for this, and none of their users has to be told: its run ends when its turn comes. */
const WITHDRAWN = 'polywire.withdrawn';

/** The run that an event says will not be. Those of runs are an agent's own words and take nothing back. */
export function withdrawnBy(event: RunEvent): string | undefined {
  if (event.type !== 'custom' || event.name !== WITHDRAWN || event.runId !== undefined) return undefined;
  const { value } = event;
  return isJsonObject(value) && typeof value.run === 'string' ? value.run : undefined;
}

/**
 * A run's name follows from its message's place in the log, so that it is known while the message waits. With a key, so
 * that it tells nothing of the session's own name.
 */
function runIdOf(key: string, { seq, at }: Accepted): string {
  return `run_${createHmac('sha256', key).update(`${seq} ${at}`).digest('hex').slice(0, 32)}`;
}

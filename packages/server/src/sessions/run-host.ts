import type { Draft, FileRef, JsonObject, RunEvent } from '@polywire/protocol';
import type { Agent, PastTurn } from '../agents/contract.ts';
import type { Spent } from './budget.ts';
import type { Limits } from './limits.ts';
import type { Run } from './run.ts';

export interface RunSpec {
  readonly id: string;
  readonly agent: Agent;
  readonly input: string;
  readonly files?: readonly FileRef[] | undefined;
  readonly model?: string | undefined;
  readonly ref?: string | undefined;
  readonly options?: JsonObject | undefined;
}

/** What a run needs of its session. */
export interface RunHost {
  readonly id: string;
  readonly owner: string;
  readonly limits: Limits;
  now(): number;
  append(draft: Draft): RunEvent;
  readonly words: Words;
  durable(): Promise<void>;
  /** The run's last event is appended; its agent may still be winding up until `done` resolves. */
  ended(run: Run, done: Promise<void>): void;
  /** When the session's user wants to be asked before a tool runs, where that was said. */
  policy(): Promise<string | undefined>;
  /** The turns of the session before an event. */
  history(before: number): Promise<readonly PastTurn[]>;
  /** Counts what the run used; returns what its owner has used today. */
  spend(spent: Spent): Spent;
  /** Something the user is told nothing of, for the log of the operator. */
  report(error: unknown, run: RunName): void;
}

/** Takes pieces of text with nothing else to them: almost all events are such. */
export interface Words {
  say(runId: string, messageId: string, delta: string): void;
}

/** By which the operator finds a run. */
export interface RunName {
  readonly runId: string;
  readonly traceId: string;
}

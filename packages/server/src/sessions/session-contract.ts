import type { CommandOf, EventOf, Traits } from '@polywire/protocol';
import type { Agent } from '../agents/contract.ts';
import type { Appended, EventLog } from '../log/contract.ts';
import type { Budgets } from './budget.ts';
import type { Limits } from './limits.ts';
import type { Session } from './session.ts';

/** What to do with a message while a run is under way. */
export type WhenBusy = 'enqueue' | 'reject' | 'interrupt';

export interface SessionOptions {
  readonly id: string;
  readonly owner: string;
  /** Of this installation; names of runs are made with it. */
  readonly secret: string;
  /** Which ownership of the session this is: grows with every process that takes it over. */
  readonly epoch: number;
  readonly log: EventLog;
  readonly limits: Limits;
  readonly whenBusy: WhenBusy;
  readonly budgets: Budgets;
  /** This process had it before, and its log could not be written. */
  readonly isReload?: boolean;
  /** A run that was taken up in vain before waits for `release`. */
  readonly holdsSuspects?: boolean;
  readonly agentNames: readonly string[];
  agentNamed(name: string | undefined): Agent | undefined;
  /** When the session's user wants to be asked before a tool runs, where that was said. */
  policy(): Promise<string | undefined>;
  now(): number;
  /** For the log of the operator, with where it happened. */
  report(error: unknown, about: object): void;
  /** A run has ended, for the operator. */
  runEnded?(session: string, end: EventOf<'run.finished'>): void;
  /** The log refused: what is in memory is no longer true, and the session must be loaded again. */
  broken(session: Session, outcome: Appended): void;
}

/** Who sent a command, as far as it matters to a session. */
export interface Sender {
  readonly by?: string;
  /** How this client's dialect answers a question of each kind. */
  readonly answers: Traits['answers'];
  /** What its message means while a question is open that has an answer of its own. */
  readonly whileAsked?: Traits['whileAsked'];
}

export type SessionCommand = CommandOf<
  | 'message.send'
  | 'input.answer'
  | 'run.pause'
  | 'run.resume'
  | 'run.stop'
  | 'todo.set'
  | 'plan.edit'
  | 'history.rewind'
>;

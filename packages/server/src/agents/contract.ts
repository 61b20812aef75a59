import type { Draft, DraftOf, FileRef, InputOutcome, Json, JsonObject, ToolOutcome } from '@polywire/protocol';
import type { ApprovalPolicy, Tool } from '../tools/contract.ts';

/**
 * What produces a run's events. After a restart `run` is called again from its beginning with the same input: steps,
 * tools and questions that the log already has are answered from it, so an agent MUST put everything it does between
 * them into `step`, and decide only by what they returned.
 */
export interface Agent {
  readonly name: string;
  readonly description?: { readonly en: string; readonly zh: string };
  /** yield: a pause asks the user what to do and ends with the answer. Where nothing is said, the run just waits. */
  readonly onPause?: 'yield';
  /** A run is to pause or to go on: for agents whose work is done elsewhere. The run itself pauses at its next step. */
  control?(runId: string, what: 'pause' | 'resume'): void;
  /** May return the run's final answer where that is not simply its last message. */
  run(context: RunContext): Promise<string | undefined>;
}

export interface RunContext {
  readonly runId: string;
  readonly session: string;
  readonly owner: string;
  /** The language the user writes, told by the input's script. */
  readonly locale: 'en' | 'zh';
  /** The run's name in traces: hand it on to models and services (32 hex digits, the same after a restart). */
  readonly traceId: string;
  readonly input: string;
  readonly files: readonly FileRef[];
  readonly model: string | undefined;
  readonly options: JsonObject;
  /** When the user wants to be asked before a tool runs. */
  readonly policy: ApprovalPolicy;
  /** Aborted when the run is to end: models and tools listen to it. */
  readonly signal: AbortSignal;
  /** Appends an event. What the sequence still needs to be legal (an opening, a closing) is added. */
  emit(draft: Draft): void;
  /** Resolves when everything emitted so far is durable. */
  durable(): Promise<void>;
  /** An id that this run has not used: also not before a restart. */
  newId(kind: string): string;
  /** One piece of work whose result is kept in the log. A run that is to pause does so before it. */
  step<T extends Json>(key: string, work: () => Promise<T>): Promise<T>;
  /** For whoever says something long within a step: a run that is to pause waits here. Nothing where it need not. */
  breath(): Promise<void> | undefined;
  /** Whether the log already has a step: to decide what is shown again, never what is done. */
  isDone(key: string): boolean;
  /** Begins another round of thinking and acting; ends the run when it had too many. */
  nextIteration(): number;
  /** Makes a call: asks first where the tool wants that, and never runs it twice. */
  callTool(call: ToolCall): Promise<ToolResult>;
  /** Asks the user and waits for the answer. One that was given `elsewhere` counts where none was given here before. */
  ask(question: Question, elsewhere?: Promise<Answer>): Promise<Answer>;
  /** The session's line before this run, oldest first, without what a rewind took back. */
  history(): Promise<readonly PastTurn[]>;
  /** What people changed in checklists and plans during this run so far, oldest first. To be read inside a step. */
  edits(): readonly Edit[];
  /** What the user said in the pauses of a run that yields, oldest first. To be read inside a step. */
  told(): readonly string[];
}

/** One earlier run: what the user said and what came of it. */
export interface PastTurn {
  readonly input: string;
  readonly files: readonly FileRef[];
  readonly answer: string;
  readonly calls: readonly { readonly name: string; readonly args: JsonObject | null; readonly result: Json }[];
  /** What this run made of the turns before it that were too long to be put before a model. */
  readonly summary?: Summary;
}

/** The first so many turns of a session's line, in short. */
export interface Summary {
  readonly covers: number;
  readonly text: string;
}

/** The step whose result is a `Summary`. */
export const SUMMARY_STEP = 'history.summary';

export type Edit = DraftOf<'todo.item' | 'plan.edited'>;

export interface ToolCall {
  readonly callId: string;
  readonly tool: Tool;
  /** null when the model wrote no valid object; the call then fails without running. */
  readonly args: JsonObject | null;
  readonly argsText?: string;
  readonly messageId?: string;
}

export interface ToolResult {
  readonly outcome: ToolOutcome;
  readonly result: Json;
}

export interface Question {
  /** The same after a restart. */
  readonly inputId: string;
  readonly kind: 'text' | 'approval' | 'plan';
  readonly prompt?: string;
  readonly callId?: string;
  readonly name?: string;
  readonly args?: JsonObject;
  readonly planId?: string;
}

export interface Answer {
  readonly outcome: InputOutcome;
  readonly text?: string;
  /** The arguments the user wants instead of those that were shown. */
  readonly args?: JsonObject;
}

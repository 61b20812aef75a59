import type { Draft, FileRef, Json, JsonObject } from '@polywire/protocol';
import type { ZodObject } from 'zod';
import type { Answer, Question } from '../agents/contract.ts';

export interface Tool {
  readonly name: string;
  /** For the model that chooses it and the people who watch. */
  readonly description?: { readonly en: string; readonly zh: string };
  /** What it takes. The arguments given to `run` have passed it. */
  readonly parameters?: ZodObject;
  /** Or, for tools of other programs, their own JSON Schema: handed to the model as it is. */
  readonly schema?: JsonObject;
  /** It changes or destroys something that is the user's: asked about by default. */
  readonly destructive?: boolean;
  /** When to ask before it runs, where the server's owner said so; the session's policy decides otherwise. */
  readonly approval?: ApprovalPolicy;
  /** It may be run again after a crash that left its result unknown. */
  readonly idempotent?: boolean;
  /** What to ask the user before it runs: a run can wait for an answer only while no tool is at work. */
  question?(args: JsonObject): string;
  run(args: JsonObject, use: ToolUse): Promise<Json>;
}

/** When the user is asked before a tool runs. */
export type ApprovalPolicy = 'never' | 'destructive' | 'always';

export interface ToolUse {
  readonly signal: AbortSignal;
  readonly callId: string;
  readonly runId: string;
  readonly session: string;
  readonly owner: string;
  /** The language the user writes. */
  readonly locale: 'en' | 'zh';
  /** The run's name in traces. */
  readonly traceId: string;
  /** To the tool's `question`. */
  readonly answer?: Answer;
  /** Files the user gave with the messages of this session, newest first. */
  readonly files: readonly FileRef[];
  /** Shows output while the tool works. */
  output(text: string): void;
  /** Appends an event of the run: an image, a chart, a checklist. */
  emit(draft: Draft): void;
  ask(question: Question): Promise<Answer>;
}

/** Finds a tool by name, and lists what a model may choose from. */
export interface Toolbox {
  readonly list: readonly Tool[];
  named(name: string): Tool | undefined;
}

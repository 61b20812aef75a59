import type { EventOf, InputOutcome, PlanStep, TodoItem, ToolOutcome } from '../events.ts';
import type { Json, JsonObject } from '../json.ts';

/** What a turn shows, in the order in which it began. A part is replaced when it changes, never altered. */
export type Part =
  | TextPart
  | ReasoningPart
  | ToolPart
  | TodoPart
  | PlanPart
  | ImagePart
  | ChartPart
  | QuestionPart
  | NoticePart
  | ErrorPart
  | CustomPart
  | ForeignPart;

export type PartKind = Part['kind'];
export type PartOf<K extends PartKind> = Extract<Part, { kind: K }>;

interface PartBase {
  /** The event that began the part: unique in the session, so it serves as a key. */
  readonly seq: number;
  readonly at: number;
  readonly agent: string | undefined;
  readonly nodeRun: string | undefined;
}

/** All the text of one message. */
export interface TextPart extends PartBase {
  readonly kind: 'text';
  readonly messageId: string;
  readonly role: MessageRole;
  /** Who speaks, where several do. */
  readonly name: string | undefined;
  readonly text: string;
  readonly done: boolean;
  /** Ended before all was said. */
  readonly interrupted: boolean;
  /** The text took the place of what was streamed. */
  readonly corrected: boolean;
}
export type MessageRole = EventOf<'message.started'>['role'];

/** One stretch of thinking, from its first word to its end. */
export interface ReasoningPart extends PartBase {
  readonly kind: 'reasoning';
  readonly messageId: string;
  readonly text: string;
  readonly endedAt: number | undefined;
}

/** arguments: the model still writes them. called: waits, perhaps for an approval. The rest is how it ended. */
export type ToolStatus = 'arguments' | 'called' | 'running' | ToolOutcome;

export interface ToolPart extends PartBase {
  readonly kind: 'tool';
  readonly callId: string;
  readonly name: string;
  readonly status: ToolStatus;
  readonly messageId: string | undefined;
  /** What the model wrote, as far as it has come. */
  readonly argsText: string;
  /** undefined before the call is made, null when what was written is no JSON object. */
  readonly args: JsonObject | null | undefined;
  /** All that the tool has printed. */
  readonly output: string;
  /** undefined before the end. */
  readonly result: Json | undefined;
  /** The uncut result where `result` is an excerpt. */
  readonly full: Json | undefined;
  readonly calledAt: number | undefined;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
}

/** A checklist as it is now, wherever its changes came from. */
export interface TodoPart extends PartBase {
  readonly kind: 'todo';
  readonly listId: string;
  readonly title: string | undefined;
  readonly items: readonly TodoItem[];
  readonly changedAt: number;
  /** Who made the last change. */
  readonly by: string | undefined;
}

export interface PlanPart extends PartBase {
  readonly kind: 'plan';
  readonly planId: string;
  readonly task: string | undefined;
  readonly summary: string | undefined;
  readonly steps: readonly PlanStepState[];
  /** How many steps there are in all: a wire may tell of them one by one. */
  readonly count: number;
  /** The step at work; those before it are done. undefined before the first. */
  readonly current: number | undefined;
  readonly edited: boolean;
  readonly by: string | undefined;
}
export interface PlanStepState extends PlanStep {
  readonly instruction?: string;
  readonly progress?: string;
}

export interface ImagePart extends PartBase {
  readonly kind: 'image';
  readonly imageId: string;
  readonly url: string;
  readonly mediaType: string | undefined;
  readonly alt: string | undefined;
}

export interface ChartPart extends PartBase {
  readonly kind: 'chart';
  readonly analysisId: string | number;
  readonly callId: string | undefined;
  readonly title: string | undefined;
  /** ECharts options: data, never code. */
  readonly options: readonly JsonObject[];
}

export interface QuestionPart extends PartBase {
  readonly kind: 'question';
  readonly inputId: string;
  readonly asks: EventOf<'input.requested'>['kind'];
  readonly prompt: string | undefined;
  /** The call an approval is for, with what it showed. */
  readonly callId: string | undefined;
  readonly name: string | undefined;
  readonly args: JsonObject | undefined;
  readonly planId: string | undefined;
  readonly expiresAt: number | undefined;
  readonly status: 'open' | InputOutcome;
  /** The answer: its words, the arguments it changed, who gave it and when. */
  readonly text: string | undefined;
  readonly editedArgs: JsonObject | undefined;
  readonly by: string | undefined;
  readonly resolvedAt: number | undefined;
}

/** Content of another wire that could only be kept as words. */
export interface NoticePart extends PartBase {
  readonly kind: 'notice';
  readonly of: string;
  readonly text: string;
}

export interface ErrorPart extends PartBase {
  readonly kind: 'error';
  readonly message: string;
  readonly code: string | undefined;
  readonly details: Json | undefined;
  readonly fatal: boolean;
}

export interface CustomPart extends PartBase {
  readonly kind: 'custom';
  readonly name: string | undefined;
  readonly value: Json;
}

export interface ForeignPart extends PartBase {
  readonly kind: 'foreign';
  readonly dialect: string;
  readonly data: Json;
}

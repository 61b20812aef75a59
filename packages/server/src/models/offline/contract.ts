import type { Json, JsonObject } from '@polywire/protocol';
import type { Task } from '../../agents/tasks.ts';
import type { Courtesy } from './text/courtesy.ts';

export type Language = 'en' | 'zh';
/** One text in each language. */
export type Both<T = string> = Readonly<Record<Language, T>>;

/** A prompt as the offline model reads it. */
export interface Request {
  readonly task: Task;
  readonly system: string;
  /** What the user says now. */
  readonly said: Said;
  /** Calls that were made since then, with what came of them, in order. */
  readonly done: readonly Done[];
  /** Earlier turns, oldest first. */
  readonly past: readonly Turn[];
  /** Names of the tools that may be called. */
  readonly tools: ReadonlySet<string>;
  readonly hints: JsonObject;
}

/** A message, taken apart. */
export interface Said {
  readonly language: Language;
  /** All of it, without the notes about files. */
  readonly whole: string;
  /** What is asked, without what was pasted below it. */
  readonly words: string;
  /** What was pasted: the inside of a fence, a table, a longer text. */
  readonly pasted: string;
  readonly files: readonly { readonly name: string; readonly mediaType: string }[];
  /** How it was opened, where more was said than that. */
  readonly courtesies: readonly Courtesy[];
}

export interface Turn {
  readonly said: Said;
  readonly answer: string;
  readonly calls: readonly Done[];
}

export interface Call {
  readonly name: string;
  readonly args: JsonObject;
}

export interface Done extends Call {
  readonly result: Json;
  readonly outcome: 'ok' | 'error' | 'denied';
}

/** What is to be done about a message, or a part of it. */
export interface Intent {
  /** How sure the ability is that this is meant: 0 to 1. */
  readonly sure: number;
  /** What it thinks, as its reasoning shows it. */
  readonly why: Both;
  readonly call?: Call;
  /** Needs what an earlier call of the same message brings. */
  readonly follows?: boolean;
  /** Said in place of the call where what it needs is nowhere to be found. */
  readonly missing?: Both;
  /** Swallows what comes after it: the words are its content. */
  readonly isGreedy?: boolean;
  /** The answer where nothing has to be called. */
  say?(language: Language): string;
  /** The answer from what the call brought, where the ability's own way does not fit. */
  tell?(done: Done, language: Language): string;
}

/** One thing that the model can do. */
export interface Ability {
  readonly name: string;
  /** For its help. */
  readonly about?: Both;
  recognise(said: Said, request: Request): Intent | undefined;
  /** Another try after a call that failed, where there is one. */
  again?(failed: Done): Call | undefined;
  /** How the results of its tools are told. */
  readonly tells?: Readonly<Record<string, (done: Done, language: Language) => string>>;
}

/** What the model answers. */
export interface Reply {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly Call[];
}

import type { Readable, Writable } from 'node:stream';

export type Language = 'en' | 'zh';
/** One text in each language. */
export type Text = Readonly<Record<Language, string>>;

export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** What a command may touch of the world outside. */
export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly language: Language;
  /** Takes Ctrl-C and SIGTERM over: from now on they abort this signal in place of ending the program. */
  stopSignal(): AbortSignal;
}

export interface Argument {
  /** As commander writes it: `<url>`, `[path...]`. */
  readonly name: string;
  readonly about: Text;
}

export interface Option {
  /** As commander writes it: `-m, --message <text>`. */
  readonly flags: string;
  readonly about: Text;
  readonly choices?: readonly string[];
  readonly fallback?: string;
  readonly isRepeated?: boolean;
  readonly isRequired?: boolean;
}

export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** One command. Its module is loaded only when it is called, so it may import what it likes. */
export interface Command {
  readonly arguments?: readonly Argument[];
  readonly options?: readonly Option[];
  readonly examples: readonly string[];
  /** Everything after the command's name goes to it as it is. */
  readonly takesRest?: boolean;
  /** Resolves to the exit code; 0 where nothing is said. */
  run(terminal: Terminal, given: readonly string[], values: Values): Promise<number | undefined>;
}

/** What the list of commands says of one. */
export interface Listed {
  readonly name: string;
  readonly about: Text;
  load(): Promise<Command>;
}

import type { EventOf, FileRef, JsonObject, PlanStep, RunStatus, TokenUsage } from '@polywire/protocol';

/**
 * What the server keeps beside the events. Every method that takes an `owner` MUST answer about that owner's things
 * alone: what belongs to another is as if it were not there. Methods reject with StoreError.
 */
export interface Store {
  readonly sessions: Sessions;
  readonly runs: Runs;
  readonly messages: Messages;
  readonly questions: Questions;
  readonly settings: Settings;
  readonly plans: Plans;
  readonly workspaces: Workspaces;
  readonly uploads: Uploads;
  readonly documents: Documents;
  readonly analyses: Analyses;
  /** Removes the settled sessions of all owners that nothing happened to for so long; says how many. */
  prune(olderThanMs: number): Promise<number>;
  close(): Promise<void>;
}

/** `next`, given as `after`, leads to the page behind this one. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next?: string;
}

/** The newest `limit` before `before`, told oldest first: how a conversation is read upwards. */
export interface Window {
  readonly before?: number;
  readonly limit?: number;
}

export interface Sessions {
  readonly aliases: Aliases;
  /** Refused as CONFLICT where the id is taken, whoever has it. */
  create(owner: string, session: NewSession): Promise<SessionRecord>;
  get(owner: string, id: string): Promise<SessionRecord | undefined>;
  /**
   * The session that a dialect calls `name`: by alias, else by id. Where there is none and `otherwise` is given, it is
   * made and gets the alias, once however many ask at the same time.
   */
  resolve(owner: string, dialect: string, name: string, otherwise?: NewSession): Promise<SessionRecord | undefined>;
  /** Last changed first. `text`: words that the title has. */
  list(owner: string, options?: { text?: string; after?: string; limit?: number }): Promise<Page<SessionRecord>>;
  /** `settings` are merged, null takes a key away. Until a title is given here, the session has one made from the first message. */
  update(owner: string, id: string, change: SessionChange): Promise<SessionRecord | undefined>;
  /** Nothing of it is left: neither events nor files. MUST NOT be called while something may append to it. */
  remove(owner: string, id: string): Promise<boolean>;
  /** Of all owners: those whose run is not over, or with messages that wait for one. What a start must take up again. */
  unsettled(): Promise<readonly { readonly owner: string; readonly id: string }[]>;
}

export interface SessionChange {
  readonly title?: string;
  readonly agent?: string;
  readonly model?: string;
  readonly policy?: string;
  readonly settings?: JsonObject;
}

export interface NewSession extends SessionChange {
  readonly id: string;
}

export interface SessionRecord {
  readonly id: string;
  readonly title: string;
  readonly created: number;
  readonly updated: number;
  /** Of its latest run. */
  readonly status?: RunStatus;
  readonly agent?: string;
  readonly model?: string;
  readonly policy?: string;
  readonly settings: JsonObject;
}

/** In the place of a dialect: a name that holds in all of them, where they have no other for it. */
export const EVERY_DIALECT = '';

/** What dialects call sessions: one space of names per owner and dialect. */
export interface Aliases {
  /** CONFLICT where the name is another session's; false where the owner has no such session. */
  set(owner: string, dialect: string, alias: string, session: string): Promise<boolean>;
  /** The oldest alias of a session. */
  of(owner: string, dialect: string, session: string): Promise<string | undefined>;
  /** For wires that number their sessions: its number, given at the first time of asking and never again to another. */
  integerFor(owner: string, dialect: string, session: string): Promise<number | undefined>;
}

export interface Runs {
  list(owner: string, session: string, window?: Window): Promise<readonly RunRecord[]>;
  /** The same of one session: clients give names of their own in each. */
  get(owner: string, session: string, idOrRef: string): Promise<RunRecord | undefined>;
  /** What the owner's runs that started since then have used. */
  spent(owner: string, since: number): Promise<{ readonly tokens: number; readonly cost: number }>;
  /** By its id, or by the client's id of the message that started it; the latest where there are several. */
  find(owner: string, idOrRef: string): Promise<RunRecord | undefined>;
}

export interface RunRecord {
  readonly session: string;
  readonly id?: string;
  /** Seq of its start and of its end. */
  readonly first: number;
  readonly last?: number;
  readonly status: RunStatus;
  readonly started: number;
  readonly finished?: number;
  readonly agent?: string;
  readonly model?: string;
  readonly input?: string;
  readonly ref?: string;
  readonly reason?: string;
  readonly answer?: string;
  readonly usage?: TokenUsage;
  readonly cost?: number;
  readonly durationMs?: number;
  /** A rewind took it off the line. */
  readonly takenBack: boolean;
}

export interface Messages {
  list(owner: string, session: string, window?: Window & { role?: MessageRole }): Promise<readonly MessageRecord[]>;
  /**
   * Newest first. Any text is a legal query; one without words finds nothing. A page may have less than `limit` though
   * there is a next one.
   */
  search(owner: string, query: string, options?: { after?: string; limit?: number }): Promise<Page<MessageHit>>;
  /** Makes what was said since the last time ready to be found. A search does it too: idle time spares it the wait. */
  index(): Promise<void>;
}

export type MessageRole = EventOf<'message.started'>['role'];

export interface MessageRecord {
  readonly session: string;
  readonly run?: string;
  /** Where it begins; a message of a user is one event. */
  readonly seq: number;
  readonly last: number;
  readonly messageId?: string;
  readonly role: MessageRole;
  readonly name?: string;
  readonly text: string;
  readonly files?: readonly FileRef[];
  readonly at: number;
  readonly interrupted: boolean;
  /** It waits for its run. */
  readonly queued: boolean;
  /** A rewind took it off the line. */
  readonly takenBack: boolean;
}

export interface MessageHit {
  readonly session: string;
  readonly title: string;
  readonly run?: string;
  readonly seq: number;
  readonly role: MessageRole;
  readonly at: number;
  readonly snippet: Snippet;
}

/** A piece of a text; `marks` are the places in it (from, to) of what was looked for. */
export interface Snippet {
  readonly text: string;
  readonly marks: readonly (readonly [from: number, to: number])[];
}

export interface Questions {
  /** Open ones, oldest first; of all the owner's sessions or of one. */
  list(owner: string, session?: string): Promise<readonly QuestionRecord[]>;
}

export interface QuestionRecord {
  readonly session: string;
  readonly event: EventOf<'input.requested'>;
}

export interface Settings {
  get(owner: string): Promise<JsonObject>;
  /** Objects are merged, null takes a key away. */
  merge(owner: string, patch: JsonObject): Promise<JsonObject>;
}

export interface Plans {
  /** Plans that a person keeps. */
  save(owner: string, plan: NewPlan): Promise<SavedPlan>;
  list(owner: string): Promise<readonly SavedPlan[]>;
  get(owner: string, id: number): Promise<SavedPlan | undefined>;
  update(owner: string, id: number, change: Partial<NewPlan>): Promise<SavedPlan | undefined>;
  remove(owner: string, id: number): Promise<boolean>;
  /** Plans of a session as they were last proposed or edited, latest first. */
  ofSession(owner: string, session: string): Promise<readonly SessionPlan[]>;
}

export interface NewPlan {
  readonly task: string;
  readonly steps: readonly PlanStep[];
}

export interface SavedPlan extends NewPlan {
  readonly id: number;
  readonly created: number;
  readonly updated: number;
}

export interface SessionPlan {
  readonly planId: string;
  readonly run?: string;
  readonly seq: number;
  readonly at: number;
  readonly task?: string;
  readonly summary?: string;
  readonly steps: readonly PlanStep[];
}

export interface Workspaces {
  create(owner: string, name: string): Promise<Workspace>;
  list(owner: string): Promise<readonly Workspace[]>;
  get(owner: string, id: string): Promise<Workspace | undefined>;
  rename(owner: string, id: string, name: string): Promise<boolean>;
  remove(owner: string, id: string): Promise<boolean>;
  /** `thread` is a session's id. false where the owner has no such workspace or session. */
  addThread(owner: string, id: string, thread: string): Promise<boolean>;
  removeThread(owner: string, id: string, thread: string): Promise<boolean>;
}

export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  /** Sessions, in the order they were added. */
  readonly threads: readonly string[];
}

export interface Uploads {
  /** Reads `content` to its end. undefined where the owner has no such session. STORAGE_FULL beyond the quota. */
  add(
    owner: string,
    session: string,
    /** `folder`: names only, each safe; part of what the file is called, never of the disk. */
    file: { readonly name: string; readonly mediaType?: string; readonly folder?: readonly string[] },
    content: AsyncIterable<Uint8Array>,
  ): Promise<Upload | undefined>;
  list(owner: string, session: string): Promise<readonly Upload[]>;
  get(owner: string, id: string): Promise<Upload | undefined>;
  /** The bytes. Reading them rejects where the file is gone. */
  read(owner: string, id: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  remove(owner: string, id: string): Promise<boolean>;
}

export interface Upload {
  readonly id: string;
  readonly session: string;
  /** Safe as the name of a file, behind those of its folders where it was stored in some. */
  readonly name: string;
  readonly mediaType?: string;
  readonly size: number;
  readonly sha256: string;
  readonly created: number;
}

export interface Documents {
  add(owner: string, document: NewDocument): Promise<DocumentRecord>;
  list(owner: string): Promise<readonly DocumentRecord[]>;
  remove(owner: string, id: string): Promise<boolean>;
  /** Best first; a passage need not have all the words. */
  search(
    owner: string,
    query: string,
    options?: { sourceType?: string; limit?: number },
  ): Promise<readonly DocumentHit[]>;
}

export interface NewDocument {
  /** Where it had a name before it was stored. */
  readonly id?: string;
  readonly title: string;
  readonly source: string;
  /** What kind of source it is: the filter of a search. */
  readonly sourceType: string;
  readonly text: string;
}

export interface DocumentRecord extends Omit<NewDocument, 'id' | 'text'> {
  readonly id: string;
  /** Bytes of its text. */
  readonly size: number;
  readonly created: number;
}

export interface DocumentHit extends Pick<NewDocument, 'title' | 'source' | 'sourceType'> {
  readonly id: string;
  readonly snippet: Snippet;
  /** The whole passage, for those who read more than the snippet. */
  readonly text: string;
  /** Higher is better; comparable within one search only. */
  readonly score: number;
}

export interface Analyses {
  /** undefined where the owner has no such session. */
  add(owner: string, analysis: NewAnalysis): Promise<AnalysisRecord | undefined>;
  get(owner: string, id: number): Promise<AnalysisRecord | undefined>;
  list(owner: string, session: string): Promise<readonly AnalysisRecord[]>;
}

export interface NewAnalysis {
  readonly session: string;
  readonly callId?: string;
  readonly title?: string;
  /** ECharts options, one per chart. */
  readonly options: readonly JsonObject[];
}

export interface AnalysisRecord extends NewAnalysis {
  readonly id: number;
  readonly created: number;
}

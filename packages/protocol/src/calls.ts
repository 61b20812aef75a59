import * as z from 'zod';
import { eventSchema, eventSchemas, fileRef, messageRole, planStep, runStatus, tokenUsage } from './events.ts';
import { jsonObject } from './json.ts';

/** Values of outcomes of `call` commands, the same for every dialect: each says them in its own shape. */

/** `models.list` gives an array of these. Never a key, and no address with one in it. */
export const modelInfo = z.object({
  id: z.string(),
  name: z.string(),
  provider: z.string(),
  baseUrl: z.string().optional(),
  vision: z.boolean(),
  thinking: z.boolean(),
  /** May be chosen now. */
  active: z.boolean(),
});
export type ModelInfo = z.output<typeof modelInfo>;

/** `analysis.get {analysisId, session?}`: what a chart shows. */
export const analysis = z.object({
  analysisId: z.union([z.string(), z.number()]),
  session: z.string().optional(),
  /** ECharts options: data, never code. */
  options: z.array(jsonObject),
});
export type Analysis = z.output<typeof analysis>;

export const approvalPolicy = z.enum(['never', 'destructive', 'always']);

/** `sessions.list` gives an array of these; `sessions.create`, `get` and `update` one. */
export const sessionInfo = z.object({
  /** As the dialect that asked names it. */
  id: z.string(),
  title: z.string(),
  created: z.number(),
  updated: z.number(),
  /** Of its latest run. */
  status: runStatus.optional(),
  /** What its runs use where a message names none. */
  agent: z.string().optional(),
  model: z.string().optional(),
  /** When its runs ask before a tool runs: never, before what changes something of the user's, or always. */
  policy: approvalPolicy.optional(),
  /** What a front end keeps with a session; `sessions.update {id, title?, agent?, model?, settings?}` merges. */
  settings: jsonObject,
  /** What each dialect calls it; told by `sessions.get`. */
  names: z.record(z.string(), z.string()).optional(),
});
export type SessionInfo = z.output<typeof sessionInfo>;

/** `sessions.page {text?, after?, limit?}`: last changed first; `next`, given as `after`, leads on. */
export const sessionPage = z.object({ sessions: z.array(sessionInfo), next: z.string().optional() });
export type SessionPage = z.output<typeof sessionPage>;

/** `runs.get {run}`: by its id, or by the `ref` of the message that it answers. */
export const runInfo = z.object({
  /** Known while the message waits for its turn. Runs of other servers may have none. */
  id: z.string().optional(),
  /** As the dialect that asked names it. */
  session: z.string(),
  status: z.enum(['queued', ...runStatus.options]),
  ref: z.string().optional(),
  input: z.string().optional(),
  agent: z.string().optional(),
  model: z.string().optional(),
  /** Seq of its start and of its end. */
  first: z.number().int().optional(),
  last: z.number().int().optional(),
  started: z.number().optional(),
  finished: z.number().optional(),
  answer: z.string().optional(),
  reason: z.string().optional(),
  usage: tokenUsage.optional(),
  cost: z.number().optional(),
  durationMs: z.number().optional(),
  /** A rewind took it off the line. */
  takenBack: z.boolean().optional(),
  /** Questions that wait for an answer. */
  inputs: z.array(eventSchemas['input.requested']).optional(),
});
export type RunInfo = z.output<typeof runInfo>;

/** `runs.list {session, before?, limit?}`: oldest first; `before` is a `first` of an earlier page. */
export const runPage = z.object({ runs: z.array(runInfo), hasMore: z.boolean() });
export type RunPage = z.output<typeof runPage>;

/** `messages.search {query, after?, limit?}`: newest first; `marks` are the places in the text of what was looked for. */
export const searchPage = z.object({
  hits: z.array(
    z.object({
      session: z.string(),
      title: z.string(),
      run: z.string().optional(),
      seq: z.number().int(),
      role: messageRole,
      at: z.number(),
      snippet: z.object({ text: z.string(), marks: z.array(z.tuple([z.number(), z.number()])) }),
    }),
  ),
  next: z.string().optional(),
});
export type SearchPage = z.output<typeof searchPage>;

/** `sessions.runs {id}`: all that happened, for dialects that send a past conversation in their own objects. */
export const sessionHistory = z.object({
  session: sessionInfo,
  events: z.array(eventSchema),
  locale: z.enum(['en', 'zh']),
  baseUrl: z.string(),
  /** Somebody follows it now in the dialect that asks. */
  isFollowed: z.boolean(),
});
export type SessionHistory = z.output<typeof sessionHistory>;

/** `plans.list` gives an array of these; `plans.create {task, steps}`, `update {id, …}` and `learn {session}` one. */
export const savedPlan = z.object({
  id: z.number().int(),
  task: z.string(),
  steps: z.array(planStep),
  created: z.number(),
  updated: z.number(),
});
export type SavedPlan = z.output<typeof savedPlan>;

/** `files.upload {session, files}` gives an array of these: the name it was stored under, and what it is. */
export const storedFile = z.object({
  id: z.string().optional(),
  name: z.string(),
  size: z.number().int().nonnegative(),
  mediaType: z.string().optional(),
});
export type StoredFile = z.output<typeof storedFile>;

/** `documents.list` gives an array of these; `documents.add {title, text, source?}` and `get {id}` one. */
export const documentInfo = z.object({
  id: z.string(),
  title: z.string(),
  source: z.string(),
  sourceType: z.string(),
  size: z.number().int().nonnegative(),
  created: z.number(),
  status: z.enum(['reading', 'ready', 'failed']),
  /** From 0 to 1. */
  progress: z.number(),
  /** Why it could not be read. */
  error: z.string().optional(),
});
export type DocumentInfo = z.output<typeof documentInfo>;

/** `documents.search {query, sourceType?, limit?}` gives an array of these, best first. */
export const documentHit = z.object({
  id: z.string(),
  title: z.string(),
  source: z.string(),
  sourceType: z.string(),
  snippet: z.object({ text: z.string(), marks: z.array(z.tuple([z.number(), z.number()])) }),
  text: z.string(),
  score: z.number(),
});
export type DocumentHit = z.output<typeof documentHit>;

/** `teams.list` and `agents.list` give arrays of these. */
export const agentInfo = z.object({ id: z.string(), name: z.string(), description: z.string().optional() });
export type AgentInfo = z.output<typeof agentInfo>;

/** `tools.list` gives an array of these, `tools.get {name}` one. */
export const toolInfo = z.object({
  name: z.string(),
  description: z.string().optional(),
  /** JSON Schema of the arguments. */
  schema: jsonObject.optional(),
});
export type ToolInfo = z.output<typeof toolInfo>;

/**
 * `sessions.messages {id, before?, limit?}`: oldest first; `before` is a `seq` of an earlier page. The messages alone
 * are a page too: it has more where it is as long as the limit.
 */
export const messagePage = z.object({
  id: z.string(),
  messages: z.array(
    z.object({
      role: z.string(),
      text: z.string(),
      seq: z.number().int().nonnegative().optional(),
      run: z.string().optional(),
      messageId: z.string().optional(),
      name: z.string().optional(),
      files: z.array(fileRef).optional(),
      at: z.number().optional(),
      interrupted: z.boolean().optional(),
      /** It waits for its run. */
      queued: z.boolean().optional(),
    }),
  ),
  hasMore: z.boolean(),
});
export type MessagePage = z.output<typeof messagePage>;

/**
 * `workspaces.list` gives an array of these; `workspaces.create {name?}` and `workspaces.threads.list {id}` one.
 * `workspaces.rename {id, name}`, `workspaces.threads.add` and `remove {id, thread}` need no value.
 */
export const workspaceInfo = z.object({
  id: z.string(),
  name: z.string().optional(),
  created: z.number().optional(),
  /** Sessions as the dialect that asked names them, alone or with the time they were made. */
  threads: z.array(z.union([z.string(), z.object({ id: z.string(), created: z.number() })])).optional(),
});
export type WorkspaceInfo = z.output<typeof workspaceInfo>;

const many = z.number().int().nonnegative();
const fates = { exact: many, degraded: many, dropped: many };
/** What was lost between this server and another that carried out the run: of which event or command, in words. */
export const lossNotice = z.object({ of: z.string(), text: z.string() });
export type LossNotice = z.output<typeof lossNotice>;
/** `runs.fidelity {run, dialect?}` gives one for each dialect: see `Losses`. */
export const lossReport = z.object({
  to: z.string(),
  ...fates,
  events: z.array(
    z.object({
      type: z.string(),
      count: many,
      ...fates,
      as: z.union([z.string(), z.object({ en: z.string(), zh: z.string() })]).optional(),
      loses: z.array(z.string()).optional(),
    }),
  ),
});

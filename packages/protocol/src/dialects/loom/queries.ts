import * as z from 'zod';
import type { AgentInfo, MessagePage, ModelInfo, ToolInfo, WorkspaceInfo } from '../../calls.ts';
import { type Json, type JsonObject, jsonObject } from '../../json.ts';

/** A request that is answered by one frame of the same name. */
export interface Query {
  /** The call it is. */
  readonly what: string;
  /** Its fields: the wire's name, the call's name, and what it may be. */
  readonly params: readonly (readonly [wire: string, call: string, schema: z.ZodType])[];
  /** The frame that says `value`, without type and id. */
  answer(value: Json, params: JsonObject): JsonObject;
  /** The frame of a server. */
  readonly schema: z.ZodObject;
  read(answer: JsonObject): Json;
}

const text = z.string();
const maybeText = text.nullish();
const count = z.number().int().nonnegative();

function query<V, S extends z.core.$ZodShape>(form: {
  what: string;
  params?: Query['params'];
  shape: S;
  answer(value: V, params: JsonObject): object;
  read(answer: z.output<z.ZodObject<S>>): object;
}): Query {
  const schema = z.object(form.shape);
  return {
    what: form.what,
    params: form.params ?? [],
    schema: schema as unknown as z.ZodObject,
    answer: (value, params) => form.answer(value as V, params) as JsonObject,
    read: (answer) => form.read(answer as z.output<typeof schema>) as Json,
  };
}

const context: Query['params'] = [
  ['working_folder', 'workingFolder', maybeText],
  ['thread_id', 'session', maybeText],
];
const inWorkspace: Query['params'] = [
  ['workspace_id', 'id', text],
  ['thread_id', 'thread', text],
];

const tool = z.object({ name: text, description: maybeText, input_schema: jsonObject.nullish() });
const model = z.object({
  id: text,
  name: maybeText,
  provider: maybeText,
  capabilities: z.array(text).nullish(),
  /** ours */ active: z.boolean().nullish(),
});
const workspace = z.object({ id: text, name: maybeText, created_at_ms: z.number().nullish() });
const placed = { workspace_id: text, thread_id: text };

export const queries: Readonly<Record<string, Query>> = {
  tools_list: query({
    what: 'tools.list',
    params: context,
    shape: { tools: z.array(tool) },
    answer: (tools: ToolInfo[]) => ({ tools: tools.map(toolSpec) }),
    read: ({ tools }) => tools.map(toolInfo),
  }),
  tool_show: query({
    what: 'tools.get',
    params: [['name', 'name', text], ['output', 'output', maybeText], ...context],
    shape: { tool: tool.nullish(), tool_yaml: maybeText },
    // JSON is YAML too, and the command line asks for YAML.
    answer: (info: ToolInfo) => ({ tool: toolSpec(info), tool_yaml: JSON.stringify(toolSpec(info)) }),
    read: (answer) => (answer.tool ? toolInfo(answer.tool) : { yaml: answer.tool_yaml ?? '' }),
  }),
  user_messages: query({
    what: 'sessions.messages',
    params: [
      ['thread_id', 'id', text],
      ['before', 'before', count.nullish()],
      ['limit', 'limit', count.nullish()],
    ],
    shape: {
      thread_id: text,
      messages: z.array(z.object({ role: text, content: text, /** ours: for `before` */ seq: count.nullish() })),
      has_more: z.boolean().nullish(),
    },
    answer: (value: MessagePage | MessagePage['messages'], params) => {
      const { id, messages, hasMore } = Array.isArray(value) ? pageOf(value, params) : value;
      return {
        thread_id: id,
        messages: messages.map(({ role, text: content, seq }) => ({
          role,
          content,
          ...(seq !== undefined && { seq }),
        })),
        has_more: hasMore,
      };
    },
    read: ({ thread_id, messages, has_more }) => ({
      id: thread_id,
      messages: messages.map(({ role, content, seq }) => ({ role, text: content, ...(seq != null && { seq }) })),
      hasMore: has_more ?? false,
    }),
  }),
  agent_list: query({
    what: 'agents.list',
    params: [['source_filter', 'source', maybeText], ...context],
    shape: { agents: z.array(z.object({ name: text, description: maybeText, /** ours */ title: maybeText })) },
    // An agent is chosen by its name on this wire.
    answer: (agents: AgentInfo[]) => ({
      agents: agents.map(({ id, name, description }) => ({
        name: id,
        description: description ?? null,
        source: 'builtin',
        ...(name !== id && { title: name }),
      })),
    }),
    read: ({ agents }) =>
      agents.map(({ name, title, description }) => ({
        id: name,
        name: title ?? name,
        ...(description != null && { description }),
      })),
  }),
  list_models: query({
    what: 'models.list',
    shape: { models: z.array(model) },
    answer: (models: ModelInfo[]) => ({ models: models.map(modelSpec) }),
    read: ({ models }) => models.map(modelInfo),
  }),
  set_model: query({
    what: 'models.select',
    params: [
      ['model_id', 'model', text],
      ['session_id', 'session', maybeText],
    ],
    shape: { success: z.boolean().nullish(), model_id: maybeText, session_id: maybeText, error: maybeText },
    answer: (value: { model?: string; session?: string } | null, params) => ({
      success: true,
      model_id: value?.model ?? params.model ?? null,
      session_id: value?.session ?? params.session ?? null,
    }),
    read: ({ model_id, session_id }) => ({
      ...(model_id != null && { model: model_id }),
      ...(session_id != null && { session: session_id }),
    }),
  }),
  workspace_list: query({
    what: 'workspaces.list',
    shape: { workspaces: z.array(workspace) },
    answer: (workspaces: WorkspaceInfo[]) => ({ workspaces: workspaces.map(workspaceMeta) }),
    read: ({ workspaces }) => workspaces.map(workspaceInfo),
  }),
  workspace_create: query({
    what: 'workspaces.create',
    params: [['name', 'name', maybeText]],
    shape: { workspace_id: maybeText, workspace: workspace.nullish() },
    // Two builds of the web client look in two places.
    answer: (info: WorkspaceInfo) => ({ workspace: workspaceMeta(info), workspace_id: info.id }),
    read: (answer) => workspaceInfo(answer.workspace ?? { id: answer.workspace_id ?? '' }),
  }),
  workspace_rename: query({
    what: 'workspaces.rename',
    params: [
      ['workspace_id', 'id', text],
      ['name', 'name', text],
    ],
    shape: { workspace_id: text, name: maybeText },
    answer: (value: WorkspaceInfo | null, params) => ({
      workspace_id: value?.id ?? params.id ?? null,
      name: value?.name ?? params.name ?? null,
    }),
    read: ({ workspace_id, name }) => ({ id: workspace_id, ...(name != null && { name }) }),
  }),
  workspace_thread_list: query({
    what: 'workspaces.threads.list',
    params: [['workspace_id', 'id', text]],
    shape: {
      workspace_id: text,
      threads: z.array(z.object({ thread_id: text, created_at_ms: z.number().nullish() })),
    },
    answer: ({ id, threads }: WorkspaceInfo) => ({
      workspace_id: id,
      threads: (threads ?? []).map((it) => {
        const { id: thread_id, created } = typeof it === 'string' ? { id: it, created: 0 } : it;
        return { thread_id, created_at_ms: created };
      }),
    }),
    read: ({ workspace_id, threads }) => ({
      id: workspace_id,
      threads: threads.map(({ thread_id, created_at_ms }) => ({ id: thread_id, created: created_at_ms ?? 0 })),
    }),
  }),
  workspace_thread_add: placing('workspaces.threads.add'),
  workspace_thread_remove: placing('workspaces.threads.remove'),
};

function placing(what: string): Query {
  return query({
    what,
    params: inWorkspace,
    shape: placed,
    answer: (value: { id: string; thread: string } | null, params) => ({
      workspace_id: value?.id ?? params.id ?? null,
      thread_id: value?.thread ?? params.thread ?? null,
    }),
    read: ({ workspace_id, thread_id }) => ({ id: workspace_id, thread: thread_id }),
  });
}

/** What servers also call their answers. */
export const answerAliases: Readonly<Record<string, string>> = { models_list: 'list_models', model_set: 'set_model' };

export function queryFor(what: string): string | undefined {
  return Object.keys(queries).find((type) => queries[type]?.what === what);
}

function pageOf(messages: MessagePage['messages'], { id, limit }: JsonObject): MessagePage {
  return { id: typeof id === 'string' ? id : '', messages, hasMore: messages.length > 0 && messages.length === limit };
}

function toolSpec({ name, description, schema }: ToolInfo) {
  return { name, description: description ?? null, input_schema: schema ?? {} };
}

function toolInfo({ name, description, input_schema }: z.output<typeof tool>): ToolInfo {
  return { name, ...(description != null && { description }), ...(input_schema && { schema: input_schema }) };
}

const capabilities = ['vision', 'thinking'] as const;

function modelSpec(info: ModelInfo) {
  const { id, name, provider, active } = info;
  return { id, name, provider, capabilities: capabilities.filter((each) => info[each]), active };
}

function modelInfo({ id, name, provider, capabilities: can, active }: z.output<typeof model>): ModelInfo {
  return {
    id,
    name: name ?? id,
    provider: provider ?? '',
    vision: can?.includes('vision') ?? false,
    thinking: can?.includes('thinking') ?? false,
    active: active ?? true,
  };
}

function workspaceMeta({ id, name, created }: WorkspaceInfo) {
  return { id, name: name ?? null, created_at_ms: created ?? 0 };
}

function workspaceInfo({ id, name, created_at_ms }: z.output<typeof workspace>): WorkspaceInfo {
  return { id, ...(name != null && { name }), ...(created_at_ms != null && { created: created_at_ms }) };
}

/** Answers as frames, for the docs and for checking. */
export const answers: Readonly<Record<string, z.ZodObject>> = Object.fromEntries(
  Object.entries(queries).map(([type, { schema }]) => [type, schema.extend({ type: z.literal(type), id: maybeText })]),
);

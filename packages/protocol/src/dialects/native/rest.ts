import * as z from 'zod';
import {
  agentInfo,
  analysis,
  approvalPolicy,
  lossNotice,
  lossReport,
  messagePage,
  modelInfo,
  runInfo,
  runPage,
  searchPage,
  sessionInfo,
  sessionPage,
  toolInfo,
} from '../../calls.ts';
import { commandSchemas } from '../../commands.ts';
import { json, jsonObject } from '../../json.ts';
import { fileRoutes } from './rest-files.ts';
import { call, command, type Route } from './route.ts';

const limit = z.coerce.number().int().min(1).max(500).optional();
const page = z.object({ after: z.string().optional(), limit });
const upwards = z.object({ before: z.coerce.number().int().nonnegative().optional(), limit });
const flag = z.enum(['0', '1']).optional();
const { decision, text, args, steps } = commandSchemas['input.answer'].shape;
const { files } = commandSchemas['message.send'].shape;
const sessionChange = z.object({
  title: z.string().optional(),
  agent: z.string().optional(),
  model: z.string().optional(),
  policy: approvalPolicy.optional(),
  settings: jsonObject.optional(),
});
/** Where in the log what was done stands. */
const place = z.object({ seq: z.number().int().positive() });
const controlled = z.object({ runId: z.string().nullable() });

const controls = ['pause', 'resume', 'stop'] as const;

export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/sessions',
    query: page.extend({ q: z.string().optional() }),
    command: ({ query: { q, ...rest } }) => call('sessions.page', { ...rest, text: q }),
    answer: sessionPage,
  },
  {
    method: 'POST',
    path: '/v1/sessions',
    body: sessionChange,
    command: ({ body }) => call('sessions.create', body),
    answer: sessionInfo,
    status: 201,
  },
  {
    method: 'GET',
    path: '/v1/sessions/{session}',
    command: ({ params }) => call('sessions.get', { id: params.session }),
    answer: sessionInfo,
  },
  {
    method: 'PATCH',
    path: '/v1/sessions/{session}',
    body: sessionChange,
    command: ({ params, body }) => call('sessions.update', { ...body, id: params.session }),
    answer: sessionInfo,
  },
  {
    method: 'DELETE',
    path: '/v1/sessions/{session}',
    command: ({ params }) => call('sessions.delete', { id: params.session }),
    wrap: () => null,
    status: 204,
  },
  ...fileRoutes,
  {
    method: 'GET',
    path: '/v1/sessions/{session}/runs',
    query: upwards,
    command: ({ params, query }) => call('runs.list', { ...query, session: params.session }),
    answer: runPage,
  },
  {
    method: 'POST',
    path: '/v1/sessions/{session}/runs',
    body: z.object({
      input: z.string(),
      agent: z.string().optional(),
      model: z.string().optional(),
      attachments: files,
      ref: z.string().optional(),
      options: jsonObject.optional(),
    }),
    command: ({ params, body: { input, attachments, ...rest } }) =>
      command({ ...rest, type: 'message.send', session: params.session, text: input, files: attachments }),
    answer: z.object({
      id: z.string().optional(),
      session: z.string(),
      ref: z.string(),
      queued: z.boolean().optional(),
    }),
    status: 201,
  },
  {
    method: 'GET',
    path: '/v1/sessions/{session}/messages',
    query: upwards,
    command: ({ params, query }) => call('sessions.messages', { ...query, id: params.session }),
    answer: messagePage,
  },
  {
    method: 'GET',
    path: '/v1/sessions/{session}/frames',
    framing: 'ndjson',
    query: z.object({ dialect: z.string(), variant: z.string().optional(), cursor: flag, restore: flag }),
    command: ({ params, query }) => call('sessions.frames', { ...query, id: params.session }),
    answer: jsonObject,
  },
  {
    method: 'POST',
    path: '/v1/sessions/{session}/todos/{list}/{item}',
    body: z.object({ status: commandSchemas['todo.set'].shape.status }),
    command: ({ params, body }) =>
      command({ type: 'todo.set', session: params.session, listId: params.list, itemId: params.item, ...body }),
    answer: place,
  },
  {
    method: 'PUT',
    path: '/v1/sessions/{session}/plans/{plan}',
    body: commandSchemas['plan.edit'].pick({ summary: true, steps: true }),
    command: ({ params, body }) =>
      command({ type: 'plan.edit', session: params.session, planId: params.plan, ...body }),
    answer: place,
  },
  {
    method: 'POST',
    path: '/v1/sessions/{session}/rewind',
    body: z.object({ toSeq: commandSchemas['history.rewind'].shape.toSeq }),
    command: ({ params, body }) => command({ type: 'history.rewind', session: params.session, ...body }),
    answer: place,
  },
  {
    method: 'GET',
    path: '/v1/runs/{run}',
    command: ({ params }) => call('runs.get', { run: params.run }),
    answer: runInfo,
  },
  {
    method: 'GET',
    path: '/v1/runs/{run}/fidelity',
    query: z.object({ dialect: z.string().optional() }),
    command: ({ params, query }) => call('runs.fidelity', { ...query, run: params.run }),
    answer: z.object({ run: z.string(), notices: z.array(lossNotice), dialects: z.array(lossReport) }),
  },
  ...controls.map(
    (act): Route => ({
      method: 'POST',
      path: `/v1/runs/{run}/${act}`,
      command: ({ params }) => command({ type: `run.${act}`, runId: params.run }),
      answer: controlled,
    }),
  ),
  {
    method: 'POST',
    path: '/v1/runs/{run}/inputs/{input}',
    body: z.object({ decision, text, args, steps }),
    command: ({ params, body }) => command({ type: 'input.answer', runId: params.run, inputId: params.input, ...body }),
    answer: z.object({ inputId: z.string() }),
  },
  {
    method: 'GET',
    path: '/v1/search',
    query: page.extend({ q: z.string() }),
    command: ({ query: { q, ...rest } }) => call('messages.search', { ...rest, query: q }),
    answer: searchPage,
  },
  {
    method: 'GET',
    path: '/v1/analyses/{analysis}',
    command: ({ params }) => call('analysis.get', { analysisId: params.analysis }),
    answer: analysis,
  },
  listing('agents', agentInfo),
  listing('models', modelInfo),
  listing('tools', toolInfo),
  {
    method: 'GET',
    path: '/v1/server',
    command: () => call('server.about', {}),
    answer: z.object({
      limits: z.record(z.string(), z.number()),
      upstreams: z.array(z.object({ name: z.string(), dialect: z.string() })),
    }),
  },
  {
    method: 'GET',
    path: '/v1/settings',
    command: () => call('settings.get', {}),
    answer: jsonObject,
  },
  {
    method: 'PATCH',
    path: '/v1/settings',
    body: z.record(z.string(), json),
    command: ({ body }) => call('settings.set', { settings: body }),
    answer: jsonObject,
  },
];

function listing(name: 'agents' | 'models' | 'tools', item: z.ZodType): Route {
  return {
    method: 'GET',
    path: `/v1/${name}`,
    command: () => call(`${name}.list`, {}),
    answer: z.object({ [name]: z.array(item) }),
    wrap: (value) => ({ [name]: value }),
  };
}

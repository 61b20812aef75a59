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
import { type Json, json, jsonObject } from '../../json.ts';
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

const controls = {
  pause: 'Pauses a run at its next safe point',
  resume: 'Lets a paused run go on',
  stop: 'Ends a run',
} as const;

export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/sessions',
    about: 'Sessions, last changed first; `q`: words of the title; `next` leads to the next page as `after`',
    query: page.extend({ q: z.string().optional() }),
    command: ({ query: { q, ...rest } }) => call('sessions.page', { ...rest, text: q }),
    answer: sessionPage,
  },
  {
    method: 'POST',
    path: '/v1/sessions',
    about: 'A new session',
    body: sessionChange,
    command: ({ body }) => call('sessions.create', body),
    answer: sessionInfo,
    status: 201,
  },
  {
    method: 'GET',
    path: '/v1/sessions/{session}',
    about: 'One session',
    command: ({ params }) => call('sessions.get', { id: params.session }),
    answer: sessionInfo,
  },
  {
    method: 'PATCH',
    path: '/v1/sessions/{session}',
    about: 'Changes the fields that are given; `settings` are merged, null takes a key away',
    body: sessionChange,
    command: ({ params, body }) => call('sessions.update', { ...body, id: params.session }),
    answer: sessionInfo,
  },
  {
    method: 'DELETE',
    path: '/v1/sessions/{session}',
    about: 'Removes a session and all that happened in it',
    command: ({ params }) => call('sessions.delete', { id: params.session }),
    wrap: () => null,
    status: 204,
  },
  ...fileRoutes,
  {
    method: 'GET',
    path: '/v1/sessions/{session}/runs',
    about: 'The runs of a session, oldest first; `before` is a `first` of an earlier page',
    query: upwards,
    command: ({ params, query }) => call('runs.list', { ...query, session: params.session }),
    answer: runPage,
  },
  {
    method: 'POST',
    path: '/v1/sessions/{session}/runs',
    about:
      'Sends a message; `id` is the run that answers it, `queued` says that it waits its turn. The same `ref` counts once',
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
    about: 'What was said, oldest first; `before` is a `seq` of an earlier page',
    query: upwards,
    command: ({ params, query }) => call('sessions.messages', { ...query, id: params.session }),
    answer: messagePage,
  },
  {
    method: 'GET',
    path: '/v1/sessions/{session}/frames',
    about: 'What a client of a dialect was sent of a session so far: the same frames, one in each line',
    framing: 'ndjson',
    query: z.object({ dialect: z.string(), variant: z.string().optional(), cursor: flag, restore: flag }),
    command: ({ params, query }) => call('sessions.frames', { ...query, id: params.session }),
    answer: jsonObject,
  },
  {
    method: 'POST',
    path: '/v1/sessions/{session}/todos/{list}/{item}',
    about: 'Sets the status of an item of a checklist',
    body: z.object({ status: commandSchemas['todo.set'].shape.status }),
    command: ({ params, body }) =>
      command({ type: 'todo.set', session: params.session, listId: params.list, itemId: params.item, ...body }),
    answer: place,
  },
  {
    method: 'PUT',
    path: '/v1/sessions/{session}/plans/{plan}',
    about: 'Changes a plan that was proposed in a session',
    body: commandSchemas['plan.edit'].pick({ summary: true, steps: true }),
    command: ({ params, body }) =>
      command({ type: 'plan.edit', session: params.session, planId: params.plan, ...body }),
    answer: place,
  },
  {
    method: 'POST',
    path: '/v1/sessions/{session}/rewind',
    about: 'Takes the line back to an event; what comes off stays as a branch',
    body: z.object({ toSeq: commandSchemas['history.rewind'].shape.toSeq }),
    command: ({ params, body }) => command({ type: 'history.rewind', session: params.session, ...body }),
    answer: place,
  },
  {
    method: 'GET',
    path: '/v1/runs/{run}',
    about: 'One run, by its id or by the `ref` of its message, with the questions that wait for an answer',
    command: ({ params }) => call('runs.get', { run: params.run }),
    answer: runInfo,
  },
  {
    method: 'GET',
    path: '/v1/runs/{run}/fidelity',
    about: 'What a plain client of each dialect gets to know of a run: exact, degraded and dropped, by type of event',
    query: z.object({ dialect: z.string().optional() }),
    command: ({ params, query }) => call('runs.fidelity', { ...query, run: params.run }),
    answer: z.object({ run: z.string(), notices: z.array(lossNotice), dialects: z.array(lossReport) }),
  },
  ...(Object.keys(controls) as (keyof typeof controls)[]).map(
    (act): Route => ({
      method: 'POST',
      path: `/v1/runs/{run}/${act}`,
      about: controls[act],
      command: ({ params }) => command({ type: `run.${act}`, runId: params.run }),
      answer: controlled,
    }),
  ),
  {
    method: 'POST',
    path: '/v1/runs/{run}/inputs/{input}',
    about: 'Answers a question or an approval; the first answer decides',
    body: z.object({ decision, text, args, steps }),
    command: ({ params, body }) => command({ type: 'input.answer', runId: params.run, inputId: params.input, ...body }),
    answer: z.object({ inputId: z.string() }),
  },
  {
    method: 'GET',
    path: '/v1/search',
    about: 'Finds messages by their words, newest first',
    query: page.extend({ q: z.string() }),
    command: ({ query: { q, ...rest } }) => call('messages.search', { ...rest, query: q }),
    answer: searchPage,
  },
  {
    method: 'GET',
    path: '/v1/analyses/{analysis}',
    about: 'The ECharts options of an analysis',
    command: ({ params }) => call('analysis.get', { analysisId: params.analysis }),
    answer: analysis,
  },
  { ...listing('agents', agentInfo), about: 'The agents that can be asked' },
  { ...listing('models', modelInfo), about: 'The models that can be chosen' },
  { ...listing('tools', toolInfo), about: 'The tools that agents have' },
  {
    method: 'GET',
    path: '/v1/server',
    about: 'What the server allows its runs (0: no limit), and which other servers it asks',
    command: () => call('server.about', {}),
    answer: z.object({
      limits: z.record(z.string(), z.number()),
      upstreams: z.array(z.object({ name: z.string(), dialect: z.string() })),
    }),
  },
  {
    method: 'GET',
    path: '/v1/settings',
    about: 'Your settings',
    command: () => call('settings.get', {}),
    answer: jsonObject,
  },
  {
    method: 'PATCH',
    path: '/v1/settings',
    about: 'Changes your settings: objects are merged, null takes a key away',
    body: z.record(z.string(), json),
    command: ({ body }) => call('settings.set', { settings: body }),
    answer: jsonObject,
  },
];

function listing(name: 'agents' | 'models' | 'tools', item: z.ZodType) {
  return {
    method: 'GET',
    path: `/v1/${name}`,
    command: () => call(`${name}.list`, {}),
    answer: z.object({ [name]: z.array(item) }),
    wrap: (value: Json) => ({ [name]: value }),
  } as const;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { isEnd, type NativeApi, nativeApi, script } from './support/native.ts';
import { ServerProcess } from './support/process.ts';

interface Started {
  readonly session: string;
  readonly run: string;
}

let data: string;
let server: ServerProcess;
let native: NativeApi;
const started: Record<string, Started> = {};
const closes: Promise<number>[] = [];

const status = async (run: string) => (await native.call<{ status: string }>(`GET /v1/runs/${run}`)).body.status;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'polywire-sigterm-'));
  server = await ServerProcess.start(data);
  native = nativeApi(server.url);
  const begin = async (name: string, input: string, until: Parameters<NativeApi['start']>[2]) => {
    const session = await native.newSession();
    started[name] = { session, run: await native.start(session, input, until) };
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/sessions/${session}/events`);
    closes.push(new Promise((resolve) => socket.once('close', resolve)));
    await new Promise((resolve) => socket.once('open', resolve));
    return started[name];
  };
  await begin('over', 'hello', 'run.finished');
  await begin('writing', script({ say: 'w', times: 400, everyMs: 5 }, { say: 'end' }), 'text.delta');
  await begin('asking', script({ ask: 'Which one?' }), 'input.requested');
  const paused = await begin('paused', script({ ask: 'Ready?' }, { say: 'on' }), 'input.requested');
  await native.call(`POST /v1/runs/${paused.run}/pause`);
  await begin('working', script({ tool: 'send_mail', takesMs: 600_000 }), 'tool.started');
  const busy = await begin('busy', script({ ask: 'Go on?' }), 'input.requested');
  const queued = await native.call<{ id: string }>(`POST /v1/sessions/${busy.session}/runs`, { input: 'queued' });
  started.queued = { session: busy.session, run: queued.body.id };
  expect(await status(paused.run)).toBe('paused');

  expect(await server.stop()).toBe(0);
  server = await ServerProcess.start(data);
  native = nativeApi(server.url);
}, 120_000);
afterAll(async () => {
  await server?.kill();
  await rm(data, { recursive: true, force: true });
});

const runOf = (name: string) => started[name]?.run ?? '';
const end = async (run: string) => (await native.runEvents(run)).at(-1);

it('tells everybody who watches', async () => {
  expect(new Set(await Promise.all(closes))).toEqual(new Set([1012]));
});

it('leaves a run that is over as it is', async () => {
  expect(await status(runOf('over'))).toBe('complete');
});

it('lets a run that was writing go on to its end', async () => {
  const events = await native.runEvents(runOf('writing'));
  expect(events.filter(({ type }) => type === 'message.completed')).toMatchObject([{ interrupted: true }, {}, {}]);
  expect(events.at(-1)).toMatchObject({ type: 'run.finished', status: 'complete' });
});

it('keeps a question open', async () => {
  const run = runOf('asking');
  await native.runEvents(run, (event) => event.type === 'run.status' && event.status === 'awaiting_input');
  expect((await native.call(`POST /v1/runs/${run}/inputs/${run}.s0`, { decision: 'reply', text: 'blue' })).status).toBe(
    200,
  );
  expect(await end(run)).toMatchObject({ status: 'complete' });
});

it('keeps a paused run paused until it is told to go on', async () => {
  const run = runOf('paused');
  expect(await status(run)).toBe('paused');
  await native.call(`POST /v1/runs/${run}/resume`);
  expect((await native.call(`POST /v1/runs/${run}/inputs/${run}.s0`, { decision: 'reply', text: 'yes' })).status).toBe(
    200,
  );
  expect(await end(run)).toMatchObject({ status: 'complete' });
});

it('asks about a tool that was under way, and does not call it again', async () => {
  const run = runOf('working');
  await native.runEvents(run, ({ type }) => type === 'input.requested');
  const { body } = await native.call<{ inputs: { inputId: string }[] }>(`GET /v1/runs/${run}`);
  const [input] = body.inputs;
  await native.call(`POST /v1/runs/${run}/inputs/${encodeURIComponent(input?.inputId ?? '')}`, { decision: 'reject' });
  const events = await native.runEvents(run);
  expect(events.filter(({ type }) => type === 'tool.started')).toHaveLength(1);
  expect(events.filter(isEnd)).toHaveLength(1);
});

it('keeps a message in its queue', async () => {
  expect(await status(runOf('queued'))).toBe('queued');
  await native.call(`POST /v1/runs/${runOf('busy')}/stop`);
  expect(await end(runOf('queued'))).toMatchObject({ status: 'complete' });
});

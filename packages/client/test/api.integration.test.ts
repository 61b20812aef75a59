import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi } from '../src/index.ts';
import { OurServer } from './support/server.ts';

let server: OurServer;
let api: ReturnType<typeof createApi>;
beforeAll(async () => {
  server = await OurServer.start();
  api = createApi({ url: server.url });
});
afterAll(() => server.remove());

/** Says something in a session and gives its run when that is over. */
async function ran(session: string, input: string): Promise<string> {
  const sent = await fetch(`${server.url}/v1/sessions/${session}/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ input }),
  });
  const { id } = (await sent.json()) as { id: string };
  await expect.poll(async () => (await api.runs.get(id)).status, { timeout: 20_000 }).toBe('complete');
  return id;
}

it('says so where somebody else answers in the place of the server', async () => {
  const page = createServer((_, response) => response.end('<h1>Please log in</h1>'));
  await once(page.listen(0, '127.0.0.1'), 'listening');
  const elsewhere = createApi({ url: `http://127.0.0.1:${(page.address() as AddressInfo).port}` });
  const unreadable = { name: 'ClientError', code: 'INVALID', message: expect.stringMatching(/\. \/ .*。$/) };
  const file = new File(['x'], 'x.txt');
  await expect(elsewhere.sessions.get('s')).rejects.toMatchObject(unreadable);
  await expect(elsewhere.upload('s', [file])).rejects.toMatchObject(unreadable);
  await expect(elsewhere.sessions.frames('s', { dialect: 'native' })).rejects.toMatchObject(unreadable);
  page.close();
  await expect(elsewhere.sessions.frames('s', { dialect: 'native' })).rejects.toMatchObject({ code: 'LOST' });
});

describe('sessions', () => {
  it('are made, changed, listed page by page, found and removed', async () => {
    const made = await api.sessions.create({ title: 'Zebra one' });
    await api.sessions.create({ title: 'Zebra two' });
    expect(await api.sessions.get(made.id)).toMatchObject({ id: made.id, title: 'Zebra one' });
    expect(await api.sessions.rename(made.id, 'Zebra first')).toMatchObject({ title: 'Zebra first' });
    expect(await api.sessions.update(made.id, { settings: { colour: 'blue' } })).toMatchObject({
      settings: { colour: 'blue' },
    });
    const first = await api.sessions.list({ text: 'Zebra', limit: 1 });
    const second = await api.sessions.list({ text: 'Zebra', limit: 1, after: first.next as string });
    const titles = [...first.sessions, ...second.sessions].map(({ title }) => title);
    expect(titles.sort()).toEqual(['Zebra first', 'Zebra two']);
    expect(await api.sessions.delete(made.id)).toBeNull();
    await expect(api.sessions.get(made.id)).rejects.toMatchObject({ code: 'REFUSED', status: 404 });
  });

  it('tell what was said in them, and how it was said in a dialect', async () => {
    const { id } = await api.sessions.create();
    const run = await ran(id, 'a quokka smiles');
    const { messages } = await api.sessions.messages(id);
    expect(messages.map(({ role, text }) => `${role}: ${text}`)).toEqual([
      'user: a quokka smiles',
      'assistant: a quokka smiles',
    ]);
    const { hits } = await api.search('quokka');
    expect(hits.map(({ session }) => session)).toContain(id);
    const frames = await api.sessions.frames(id, { dialect: 'nexus' });
    expect(frames.map(({ event }) => event)).toEqual(['run_started', 'text_chunk', 'run_finished']);
    const marked = await api.sessions.frames(id, { dialect: 'nexus', cursor: true, restore: true });
    expect(marked.length).toBeGreaterThanOrEqual(frames.length);
    expect(await api.runs.list(id)).toMatchObject({ runs: [{ id: run }] });
    const { notices, dialects } = await api.runs.fidelity(run, { dialect: 'nexus' });
    expect({ notices, to: dialects.map(({ to }) => to) }).toEqual({ notices: [], to: ['nexus'] });
    await expect(api.sessions.frames(id, { dialect: 'klingon' })).rejects.toMatchObject({ code: 'REFUSED' });
  });
});

it('stops a run', async () => {
  const { id } = await api.sessions.create();
  const sent = await fetch(`${server.url}/v1/sessions/${id}/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ input: JSON.stringify([{ rest: 60_000 }]) }),
  });
  const { id: run } = (await sent.json()) as { id: string };
  expect(await api.runs.stop(run)).toMatchObject({ runId: run });
  await expect.poll(async () => (await api.runs.get(run)).status, { timeout: 20_000 }).toBe('stopped');
});

it('tells who can answer, and keeps settings', async () => {
  expect((await api.agents()).map(({ name }) => name)).toEqual(['script']);
  expect((await api.models()).length).toBeGreaterThan(0);
  expect((await api.tools()).map(({ name }) => name)).toContain('calculate');
  expect(await api.settings.set({ theme: 'dark', extra: 1 })).toMatchObject({ theme: 'dark', extra: 1 });
  await api.settings.set({ extra: null });
  expect(await api.settings.get()).toEqual({ theme: 'dark' });
  await expect(api.analysis(999)).rejects.toMatchObject({ code: 'REFUSED', status: 404 });
});

it('uploads files and says when they are there', async () => {
  const { id } = await api.sessions.create();
  const told: number[][] = [];
  const stored = await api.upload(id, [new File(['hello'], '你好.txt', { type: 'text/plain' })], {
    onProgress: (...progress) => told.push(progress),
  });
  expect(stored).toMatchObject([{ name: '你好.txt', size: 5 }]);
  expect(told).toEqual([[1, 1]]);
  const wrong = api.upload(id, [new File([new Uint8Array([0x4d, 0x5a, 0, 1])], 'a.exe')]);
  await expect(wrong).rejects.toMatchObject({ code: 'REFUSED' });
  const abort = AbortSignal.abort();
  await expect(api.upload(id, [new File(['x'], 'x.txt')], { signal: abort })).rejects.toMatchObject({
    code: 'ABORTED',
  });
});

it('keeps documents and finds them', async () => {
  const [added] = await api.documents.add([new File(['The okapi is shy.'], 'okapi.md', { type: 'text/markdown' })]);
  const written = await api.documents.addText({ title: 'Tapir', text: 'The tapir swims well.' });
  for (const { id } of [added as { id: string }, written]) {
    await expect.poll(async () => (await api.documents.get(id)).status, { timeout: 20_000 }).toBe('ready');
  }
  expect((await api.documents.list()).map(({ title }) => title)).toEqual(expect.arrayContaining(['Tapir']));
  expect((await api.documents.search('okapi', { limit: 1 })).map(({ id }) => id)).toEqual([added?.id]);
  await api.documents.remove(written.id);
  expect(await api.documents.search('tapir')).toEqual([]);
});

it('says what went wrong, each in its way', async () => {
  const abort = AbortSignal.abort();
  await expect(api.agents({ signal: abort })).rejects.toMatchObject({ code: 'ABORTED' });
  await expect(createApi({ url: 'http://127.0.0.1:1' }).agents()).rejects.toMatchObject({ code: 'LOST' });
});

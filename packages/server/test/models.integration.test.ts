import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunEvent } from '@polywire/protocol';
import { halvesOf } from '@polywire/protocol/halves';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ConfigFile } from '../src/index.ts';
import { providers } from '../src/models/providers.ts';
import { createModels } from '../src/models/registry.ts';
import { type ModelsConfig, modelConfig } from '../src/models/settings.ts';
import { type ModelServer, startModelServer } from './support/model-server.ts';
import { nativeApi } from './support/native.ts';
import { builtIn, type TestServer, testServer } from './support/server.ts';
import { Talk } from './support/talk.ts';

const KEY = 'sk-live-0123456789abcdef';
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = { name: 'dot.png', mediaType: 'image/png', content: PNG };

let upstream: ModelServer;
let server: TestServer;
beforeAll(async () => {
  upstream = await startModelServer();
  const config = modelsOf({
    model: 'seeing',
    models: {
      seeing: {
        ...{ provider: 'openai', model: 'big-one', baseUrl: upstream.baseUrl, title: { en: 'Big', zh: '大' } },
        ...{ options: { temperature: 0.25 }, canSee: true, keyVariable: 'MY_KEY', price: { input: 10, output: 100 } },
      },
      blind: {
        ...{ provider: 'anthropic', model: 'small-one', baseUrl: upstream.baseUrl, canSee: false },
        options: { temperature: 0.5, max_tokens: 900 },
      },
      thinking: { provider: 'moonshot', model: 'reasoner', baseUrl: upstream.baseUrl },
      elsewhere: { provider: 'compatible', model: 'reasoner', baseUrl: upstream.baseUrl, keyVariable: 'MY_KEY' },
      open: { provider: 'ollama', model: 'llava', baseUrl: upstream.ollamaUrl, canThink: true, contextTokens: 9_000 },
      keyless: { provider: 'deepseek', model: 'm', baseUrl: upstream.baseUrl },
    },
  });
  const env = { MY_KEY: KEY, ANTHROPIC_API_KEY: KEY, MOONSHOT_API_KEY: KEY };
  server = await testServer({}, { ...builtIn, models: createModels(config, env) });
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});
beforeEach(() => {
  upstream.script = ({ model, results }) => (results.length > 0 ? `It is ${results[0]}` : `This is ${model}.`);
});

/** As a configuration file has it. */
function modelsOf(file: Pick<ConfigFile, 'model' | 'models' | 'baseUrl'>): ModelsConfig {
  return z.object(modelConfig).parse(file);
}

describe('models of the configuration', () => {
  it('are listed wherever front ends look for them, without keys and addresses', async () => {
    const { call } = nativeApi(server.url);
    const lists = await Promise.all([call('GET /v1/models'), call('GET /api/models/configs?page=1&page_size=100')]);
    for (const { body } of lists) {
      const text = JSON.stringify(body);
      for (const name of ['seeing', 'blind', 'built-in']) expect(text).toContain(name);
      expect(text).not.toContain(KEY);
    }
    expect(lists[0].body).toMatchObject({
      models: [
        { id: 'seeing', provider: 'openai', vision: true },
        { id: 'blind', provider: 'anthropic', vision: false },
        { id: 'thinking', provider: 'moonshot' },
        { id: 'elsewhere', provider: 'compatible' },
        { id: 'open', provider: 'ollama', vision: true },
        { id: 'keyless' },
        { id: 'built-in', provider: 'polywire' },
      ],
    });
  });

  it('answer as the default, for one run, or for a whole session', async () => {
    const talk = await Talk.open(server.url);
    expect((await talk.say('hi')).end.text).toBe('This is big-one.');
    expect((await talk.say('hi', { model: 'blind' })).end.text).toBe('This is small-one.');
    expect((await talk.say('hi')).end.text).toBe('This is big-one.');
    await talk.api.call(`PATCH /v1/sessions/${talk.session}`, { model: 'blind' });
    expect((await talk.say('hi')).end.text).toBe('This is small-one.');
    expect((await talk.say('hi', { model: 'built-in' })).end.text).not.toContain('This is');
  });

  it('cost what the configuration says, and are asked with its options', async () => {
    upstream.script = () => ({ text: 'Dear.', usage: { input: 1_000, output: 200 } });
    const told = await (await Talk.open(server.url)).say('hi');
    expect(told.of('usage')).toMatchObject([{ input: 1_000, output: 200, total: 1_200, cost: 0.03 }]);
    expect(told.end).toMatchObject({ cost: 0.03, usage: { total: 1_200 } });
    expect(upstream.seen.at(-1)?.body).toMatchObject({ model: 'big-one', temperature: 0.25 });
    await (await Talk.open(server.url)).say('hi', { model: 'blind' });
    expect(upstream.seen.at(-1)?.body).toMatchObject({ model: 'small-one', temperature: 0.5, max_tokens: 900 });
  });

  it('say which variable is missing, and nothing of a key that is there', async () => {
    const talk = await Talk.open(server.url);
    const keyless = await talk.say('hi', { model: 'keyless' });
    expect(keyless.of('error')).toMatchObject([{ code: 'MODEL_AUTH', fatal: true }]);
    const { en, zh } = halvesOf(keyless.of('error')[0]?.message ?? '');
    expect(en).toMatch(/\(DEEPSEEK_API_KEY is not set\.\)$/);
    expect(zh).toMatch(/（未设置 DEEPSEEK_API_KEY。）$/);
    upstream.script = () => ({ fault: { status: 400, message: `bad request of ${KEY}` } });
    const refused = await talk.say('hi');
    expect(refused.of('error')).toMatchObject([{ code: 'MODEL_REFUSED' }]);
    expect(refused.of('error')[0]?.message).toContain('bad request of');
    expect(JSON.stringify([...keyless.events, ...refused.events])).not.toContain(KEY);
    expect(await everythingStored(server.data)).not.toContain(KEY);
  });

  const twice = ['the sum', 'once more'];
  it.each([
    { model: 'seeing', says: twice },
    { model: 'blind', says: twice },
    { model: 'thinking', says: twice },
    { model: 'open', says: twice },
    // Nobody knows of a stranger that it wants the field in earlier turns too.
    { model: 'elsewhere', says: ['the sum'] },
  ])('are shown their calls by names they take, with the thinking they want back: $model', async ({ model, says }) => {
    upstream.script = ({ results, last }) =>
      results.length < says.indexOf(last) + 1
        ? { reasoning: 'A sum.', calls: [{ name: 'calculate', args: { expression: '6*7' } }] }
        : `${last}: ${results.length}`;
    const talk = await Talk.open(server.url);
    for (const [i, text] of says.entries()) {
      const { end } = await talk.say(text, { model });
      expect(end).toMatchObject({ status: 'complete', text: `${text}: ${i + 1}` });
    }
  });

  it('tell Ollama to think and how much to read, and that a call was denied', async () => {
    upstream.script = ({ results }) =>
      results.length === 0 ? { calls: [{ name: 'write_file', args: { path: 'a.txt', content: 'a' } }] } : 'So be it.';
    const talk = await Talk.open(server.url);
    const run = await talk.begin('save it', { model: 'open' });
    const [asked] = (await talk.until(run, ({ type }) => type === 'input.requested')).of('input.requested');
    await talk.answer(run, asked?.inputId ?? '', { decision: 'reject' });
    expect((await talk.rest(run)).end).toMatchObject({ status: 'complete', text: 'So be it.' });
    const last = upstream.seen.at(-1);
    expect(last).toMatchObject({ api: 'ollama', body: { think: true, options: { num_ctx: 9_000 } } });
    expect(last?.results.join('')).not.toBe('');
  });

  it('refuse a name that is not among them, in words', async () => {
    const told = await (await Talk.open(server.url)).say('hi', { model: 'unheard-of' });
    expect(told.end).toMatchObject({ status: 'error' });
    expect(told.of('error')).toMatchObject([{ code: 'NO_MODEL', fatal: true }]);
    const [{ message = '' } = {}] = told.of('error');
    expect(message).toContain(
      'There is no model “unheard-of” here; there are seeing, blind, thinking, elsewhere, open, keyless, built-in.',
    );
    expect(message).toContain('没有名为“unheard-of”的模型');
  });
});

it.each(Object.entries(providers))(
  '%s is asked at the address given, with the key of its usual variable',
  {
    timeout: 30_000,
  },
  async (name, { speaks, keys = [] }) => {
    const baseUrl = speaks === 'ollama' ? upstream.ollamaUrl : upstream.baseUrl;
    const models = createModels(modelsOf({ model: `${name}:some-model`, baseUrl }), { [keys[0] ?? '']: KEY });
    const other = await testServer({}, { ...builtIn, models });
    expect((await (await Talk.open(other.url)).say('hi')).end.text).toBe('This is some-model.');
    const { headers } = upstream.seen.at(-1) ?? {};
    expect(`${headers?.authorization} ${headers?.['x-api-key']}`).toContain(KEY);
    await other.close();
  },
);

describe('pictures', () => {
  const wants = (event: RunEvent) => event.type === 'input.requested';
  upstreamTasks();
  for (const agent of ['react', 'tot', 'got', 'team']) {
    it(`reach a model that can see, by way of ${agent}`, async () => {
      const talk = await Talk.open(server.url);
      const from = upstream.seen.length;
      await finish(talk, await talk.begin('What is in the picture?', { agent, attachments: [picture] }), wants);
      const asked = upstream.seen.slice(from);
      expect(asked.length).toBeGreaterThan(0);
      for (const { images, texts } of asked) expect({ images, texts }).toMatchObject({ images: 1 });
      const open = await Talk.open(server.url);
      const before = upstream.seen.length;
      const looks = await open.begin('What is in the picture?', { agent, model: 'open', attachments: [picture] });
      await finish(open, looks, wants);
      for (const { api, images } of upstream.seen.slice(before))
        expect({ api, images }).toEqual({ api: 'ollama', images: 1 });
      const blind = await Talk.open(server.url);
      const since = upstream.seen.length;
      const run = await blind.begin('What is in the picture?', { agent, model: 'blind', attachments: [picture] });
      await finish(blind, run, wants);
      for (const { images, last } of upstream.seen.slice(since)) {
        expect(images).toBe(0);
        expect(last).toContain('dot.png');
      }
    });
  }
});

/** Whatever an agent asks for, it gets. */
function upstreamTasks(): void {
  beforeEach(() => {
    upstream.script = ({ task }) => answers[task] ?? 'A dot.';
  });
}
const answers: Readonly<Record<string, string>> = {
  'tot.expand': '{"candidates": ["look"]}',
  'tot.evaluate': '{"scores": [1]}',
  'got.plan': '{"nodes": [{"id": "a", "task": "look"}, {"id": "b", "task": "say"}], "edges": [["a", "b"]]}',
  'team.plan': '{"summary": "s", "steps": [{"title": "look", "details": "", "agent": "researcher"}]}',
};

async function finish(talk: Talk, run: string, asks: (event: RunEvent) => boolean): Promise<void> {
  const told = await talk.until(run, (event) => asks(event) || event.type === 'run.finished');
  const [input] = told.of('input.requested');
  if (input) await talk.answer(run, input.inputId, { decision: 'approve' });
  expect((await talk.rest(run)).end).toMatchObject({ status: 'complete' });
}

async function everythingStored(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('');
}

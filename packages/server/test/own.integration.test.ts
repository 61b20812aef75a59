import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer } from '../src/index.ts';
import { addDocuments } from './support/documents.ts';
import { type ModelServer, startModelServer } from './support/model-server.ts';
import { modelsAt } from './support/models.ts';
import { builtIn, type TestServer, testServer } from './support/server.ts';
import { Talk } from './support/talk.ts';

const file = (name: string) => fileURLToPath(new URL(`../../../examples/own-agent/${name}`, import.meta.url));
const own = { agents: [file('digest.ts')], tools: [file('dice.ts')], ownDocs: false };

let upstream: ModelServer;
let server: TestServer;
beforeAll(async () => {
  upstream = await startModelServer();
  const data = await mkdtemp(join(tmpdir(), 'polywire-test-'));
  await addDocuments(data, [{ title: 'Harbour Library', text: 'The Harbour Library opens at nine.' }]);
  server = await testServer({ ...own, data }, { ...builtIn, models: modelsAt(upstream) });
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});

it('is written in less than 20 lines', async () => {
  for (const name of ['digest.ts', 'dice.ts']) {
    expect((await readFile(file(name), 'utf8')).trimEnd().split('\n').length).toBeLessThan(20);
  }
});

it('is an agent like any other: listed, chosen by name, durable steps, real tools', async () => {
  upstream.script = ({ last }) => `In short: ${last.includes('opens at nine') ? 'nine' : 'nothing'}.`;
  const talk = await Talk.open(server.url);
  const { body } = await talk.api.call<{ agents: { id: string }[] }>('GET /v1/agents');
  expect(body.agents.map(({ id }) => id)).toContain('digest');
  const told = await talk.say('Harbour Library', { agent: 'digest' });
  expect(told.of('tool.finished')).toMatchObject([{ name: 'search_knowledge_base', outcome: 'ok' }]);
  expect(told.texts).toEqual(['In short: nine.']);
  expect(told.end).toMatchObject({ status: 'complete', text: 'In short: nine.' });
});

it('is a tool like any other: models are offered it', async () => {
  upstream.script = ({ results, tools }) =>
    results.length > 0
      ? `You rolled ${results[0]}`
      : { calls: tools.includes('roll_dice') ? [{ name: 'roll_dice', args: { count: 2 } }] : [] };
  const told = await (await Talk.open(server.url)).say('Roll two dice');
  expect(told.end.text).toMatch(/^You rolled \[[1-6],\s*[1-6]\]$/);
});

it('that cannot be loaded stops the start with its name', async () => {
  const data = await mkdtemp(join(tmpdir(), 'polywire-test-'));
  const start = startServer({ port: 0, data, ownDocs: false, agents: [file('nobody.ts')] });
  await expect(start).rejects.toThrow(/nobody\.ts/);
});

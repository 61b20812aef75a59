import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@polywire/protocol';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { MainProcess } from './support/main-process.ts';
import { nativeApi } from './support/native.ts';
import { finishedIn } from './support/tools.ts';

// Processes on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 90_000 });

/** The program as people start it: modules are loaded there in another way than in tests. */
let folder: string;
let main: MainProcess;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polywire-tools-main-'));
  const config = join(folder, 'polywire.config.json');
  const agents = [fileURLToPath(new URL('./support/tool-agent.ts', import.meta.url))];
  await writeFile(config, JSON.stringify({ agents, agent: 'tools' }));
  main = new MainProcess(['--port', '0', '--data', join(folder, 'data'), '--config', config]);
  url = (await main.printed(/http:\/\/127\.0\.0\.1:\d+/)) as string;
});
afterAll(async () => {
  await main.stop();
  await rm(folder, { recursive: true, force: true });
});

it('every tool works in a server of its own', async () => {
  const { call, newSession, runEvents } = nativeApi(url);
  const session = await newSession();
  const calls: readonly (readonly [string, JsonObject, object])[] = [
    ['calculate', { expression: '0.1 + 0.2' }, { outcome: 'ok', result: { result: '0.3' } }],
    ['run_code', { code: '[1, 2].map((n) => n * 2)' }, { outcome: 'ok', result: { result: [2, 4] } }],
    ['analyse_data', { data: 'm,n\na,1' }, { outcome: 'ok', result: { charts: 1, rowCount: 1 } }],
    ['make_image', { kind: 'diagram', title: 'x', nodes: ['a'] }, { outcome: 'ok', result: { file: 'x.png' } }],
    ['search_knowledge_base', { query: 'event log' }, { outcome: 'ok', result: { results: [{ sourceType: 'docs' }] } }],
    ['remember', { text: 'bees' }, { outcome: 'ok' }],
    ['recall', { query: 'bees' }, { outcome: 'ok', result: { found: [{ text: 'bees' }] } }],
    ['web_fetch', { url: 'http://127.0.0.1:1/' }, { outcome: 'error' }],
    ['web_fetch', { url }, { outcome: 'error', result: expect.stringContaining('open internet') }],
  ];
  for (const [name, args, expected] of calls) {
    const { body } = await call<{ id: string }>(`POST /v1/sessions/${session}/runs`, {
      input: JSON.stringify([[name, args]]),
    });
    const [finished] = finishedIn(await runEvents(body.id));
    const shown = name === 'search_knowledge_base' ? firstOf(finished?.result) : {};
    expect({ ...finished, ...shown }, `${name}: ${JSON.stringify(finished?.result)}`).toMatchObject(expected);
  }
  expect((await call(`GET /v1/images?url=${encodeURIComponent(url)}`)).status).toBe(403);
});

/** However many there are, the first one tells. */
function firstOf(result: unknown): { result?: { results: unknown[] } } {
  const { results } = result as { results: unknown[] };
  return { result: { results: results.slice(0, 1) } };
}

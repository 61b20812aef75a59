import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dialects } from '@polywire/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Front } from './scenarios/front.ts';
import { documents, scenarios } from './scenarios/table.ts';
import { conversing } from './support/client.ts';
import { addDocuments } from './support/documents.ts';
import { MainProcess } from './support/main-process.ts';
import { type TestServer, testServer } from './support/server.ts';

/** The scenarios of an agent that acts, carried out by our server in another process, with its offline model. */
const carried = scenarios.filter(({ agent, isSlow }) => agent === 'react' && !isSlow);
const spoken = dialects.filter(({ name }) => name !== 'native');
const isLong = process.env.POLYWIRE_LONG === '1';
const pairs = spoken.flatMap((up, i) =>
  spoken
    .filter((_, j) => isLong || j === (i + 1) % spoken.length)
    .map((front) => ({ name: `${up.name} behind ${front.name}`, up, front })),
);

let data: string;
let upstream: MainProcess;
let url: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'polywire-upstream-'));
  await addDocuments(data, documents);
  const config = join(data, 'polywire.config.json');
  const agentByDialect = Object.fromEntries(dialects.map(({ name }) => [name, 'react']));
  const offline = { charsPerSecond: 0 };
  await writeFile(config, JSON.stringify({ agent: 'react', agentByDialect, offline, ownDocs: false, data, port: 0 }));
  upstream = new MainProcess(['--config', config]);
  url = (await upstream.printed(/http:\S+/)).trim();
});
afterAll(async () => {
  await upstream.stop();
  await rm(data, { recursive: true, force: true });
});

describe.each(pairs)('$name', ({ up, front: dialect }) => {
  let gateway: TestServer;
  beforeAll(async () => {
    gateway = await testServer({ upstreams: [{ name: 'elsewhere', dialect: up.name, url }] }, { agents: [] });
  });
  afterAll(() => gateway.close());

  it.each(carried)('$name', async (scenario) => {
    const [endpoint] = conversing(dialect);
    const front = await Front.open(gateway.url, dialect, endpoint as never);
    await front.say(scenario.says);
    const isPlayed = (await scenario.play?.(front)) ?? true;
    if (!isPlayed) return front.close();
    const told = await front.truth();
    expect(told.end).toMatchObject({ status: scenario.status ?? 'complete' });
    const screen = await front.sees(({ busy }) => !busy);
    expect(screen.asks).toBeUndefined();
    expect(screen.tools.filter(({ state }) => state === 'running')).toEqual([]);
    await scenario.check(told, screen, gateway);
    await front.close();
  });
});

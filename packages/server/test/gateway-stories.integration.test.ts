import type { Ability, IndependentServer } from '@polywire/conformance/independent-server';
import { afterEach, describe, expect, it } from 'vitest';
import { Front } from './scenarios/front.ts';
import { pairs } from './scenarios/pairs.ts';
import { needsOf, type Story, stories } from './scenarios/stories.ts';
import { scenarios } from './scenarios/table.ts';
import { conversing } from './support/client.ts';
import { type TestServer, testServer } from './support/server.ts';

/** The scenarios of the agents, carried out by servers that were written from the documents alone. */
interface Module {
  readonly abilities: readonly Ability[];
  start(): Promise<IndependentServer>;
}
const modules = new Map<string, Module>();
for (const { up } of pairs) modules.set(up.name, (await import(`../../conformance/servers/${up.name}.ts`)) as Module);

const cases = pairs.map((pair) => {
  const { abilities } = modules.get(pair.up.name) as Module;
  return { ...pair, told: stories.filter((story) => needsOf(story).every((need) => abilities.includes(need))) };
});

let independent: IndependentServer;
let gateway: TestServer;
afterEach(async () => {
  await gateway?.close();
  await independent?.close();
});

describe.each(cases)('$name', ({ up, front: dialect, told: tellable }) => {
  it.each(tellable)('$name', async (story: Story) => {
    independent = await (modules.get(up.name) as Module).start();
    gateway = await testServer(
      { upstreams: [{ name: 'elsewhere', dialect: up.name, url: independent.url }] },
      { agents: [] },
    );
    const [endpoint] = conversing(dialect);
    const front = await Front.open(gateway.url, dialect, endpoint as never);
    await front.say(JSON.stringify(story.steps));
    const isPlayed = (await story.play?.(front)) ?? true;
    if (!isPlayed) return front.close();
    const told = await front.truth();
    expect(told.end).toMatchObject({ status: story.status ?? 'complete' });
    const screen = await front.sees(({ busy }) => !busy);
    expect(screen.asks).toBeUndefined();
    if (story.status === undefined) expect(screen.errors).toEqual([]);
    expect(screen.tools.filter(({ state }) => state === 'running')).toEqual([]);
    await story.check(told, screen, { url: gateway.url, sent: JSON.stringify(independent.received) });
    await front.close();
  });
});

it('tells every scenario, each by somebody', () => {
  expect(stories.map(({ name }) => name)).toEqual(scenarios.map(({ name }) => name));
  const told = new Set(cases.flatMap(({ told: all }) => all.map(({ name }) => name)));
  expect(stories.filter(({ name }) => !told.has(name))).toEqual([]);
});

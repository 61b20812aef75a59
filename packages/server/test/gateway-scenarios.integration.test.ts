import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dialect } from '@polywire/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Front } from './scenarios/front.ts';
import { kindOf } from './scenarios/kind.ts';
import { pairs } from './scenarios/pairs.ts';
import { documents, type Scenario, scenarios } from './scenarios/table.ts';
import { conversing } from './support/client.ts';
import { ServerProcess } from './support/process.ts';
import { type TestServer, testServer } from './support/server.ts';

/** The scenarios of the agents, carried out by our server in another process, with its offline model. */
const program = new URL('./support/upstreams-main.ts', import.meta.url);
let data: string;
let upstream: ServerProcess;
let urls: Readonly<Record<string, string>>;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'polywire-upstream-'));
  const kinds = Object.fromEntries(
    scenarios.map(({ agent, isSlow = false }) => [kindOf({ agent, isSlow }), { agent, isSlow }]),
  );
  upstream = await ServerProcess.start(data, 0, { program, args: ['--kinds', JSON.stringify({ kinds, documents })] });
  urls = JSON.parse(upstream.url) as typeof urls;
}, 60_000);
afterAll(async () => {
  await upstream.stop();
  await rm(data, { recursive: true, force: true });
});

describe.each(pairs)('$name', ({ up, front: dialect }) => {
  const gateways = new Map<string, TestServer>();
  afterAll(async () => {
    for (const gateway of gateways.values()) await gateway.close();
  });

  async function gatewayFor(scenario: Scenario): Promise<TestServer> {
    const kind = kindOf(scenario);
    const elsewhere = { name: 'elsewhere', dialect: up.name, url: urls[kind] as string };
    const gateway = gateways.get(kind) ?? (await testServer({ upstreams: [elsewhere] }, { agents: [] }));
    gateways.set(kind, gateway);
    return gateway;
  }

  it.each(scenarios)('$name', async (scenario) => {
    const gateway = await gatewayFor(scenario);
    const [endpoint] = conversing(dialect);
    const front = await Front.open(gateway.url, dialect, endpoint as never);
    await front.say(scenario.says);
    const isPlayed = (await scenario.play?.(front)) ?? true;
    if (!isPlayed) return front.close();
    const isAgain = scenario.agent === 'team' && wishesOnly(up) && dialect.traits.answers.plan === 'native';
    if (isAgain) {
      // What was edited here is only a wish there: the plan that is made of it is shown again.
      let left = 2;
      await front.truth((event) => {
        if (event.type === 'run.status' && event.status === 'awaiting_input') left -= 1;
        return left === 0;
      });
      await front.sees(({ asks }) => asks !== undefined);
      await front.decide('approve');
    }
    const told = await front.truth();
    expect(told.end).toMatchObject({ status: scenario.status ?? 'complete' });
    const screen = await front.sees(({ busy }) => !busy);
    expect(screen.asks).toBeUndefined();
    expect(screen.tools.filter(({ state }) => state === 'running')).toEqual([]);
    if (!isAgain) await scenario.check(told, screen, gateway);
    await front.close();
  });
});

/** Answers of this dialect bring no plan with them. */
function wishesOnly({ traits }: Dialect): boolean {
  return traits.answers.plan === 'next-message' && traits.accepts['plan.edit'].how === 'dropped';
}

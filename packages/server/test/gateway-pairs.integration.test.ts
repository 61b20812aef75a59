import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NaiveReader, Screen } from '@polywire/conformance';
import type { IndependentServer, Step } from '@polywire/conformance/independent-server';
import { type Dialect, dialects, type Json } from '@polywire/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pairs } from './scenarios/pairs.ts';
import { conversing, RawClient } from './support/client.ts';
import { ServerProcess } from './support/process.ts';
import type { Scene } from './support/script-agent.ts';
import { type TestServer, testServer } from './support/server.ts';

let ours: ServerProcess;
let data: string;
let gateway: TestServer | undefined;
let independent: IndependentServer | undefined;
let client: RawClient | undefined;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'polywire-upstream-'));
  ours = await ServerProcess.start(data);
});
afterAll(async () => {
  await ours.kill();
  await rm(data, { recursive: true, force: true });
});
afterEach(async () => {
  client?.cut();
  await gateway?.close();
  await independent?.close();
  gateway = undefined;
  independent = undefined;
});

describe.each(pairs)('$name', ({ up, front }) => {
  it('shows what our server did', async () => {
    await begin(up, ours.url, front);
    const story: Scene[] = [{ tool: 'search', args: { q: 'x' } }, { ask: 'Which colour?' }, { say: 'The end' }];
    await say(story);
    await sees(
      front,
      (screen) => (screen.asks !== undefined || !screen.busy) && shown(screen).includes('Which colour?'),
    );
    await answer(front, 'blue');
    const screen = await sees(front, ({ text, busy }) => !busy && text.includes('You said: blue'));
    expect(screen.text.split('You said: blue')[1]).toContain('The end');
    expect(screen.tools).toMatchObject([{ name: 'search', state: 'ok' }]);
    expect(screen.errors).toEqual([]);
    await tellsLosses();
  });

  it('shows what a server of somebody else did', async () => {
    const module = (await import(`../../conformance/servers/${up.name}.ts`)) as { start(): Promise<IndependentServer> };
    independent = await module.start();
    await begin(up, independent.url, front);
    const story: Step[] = [{ tool: 'search', args: { q: 'x' }, result: 'three hits' }, { say: 'It is noon.' }];
    await say(story);
    const screen = await sees(front, ({ tools, busy }) => !busy && tools.length > 0);
    expect(screen.text).toContain('It is noon.');
    expect(screen.tools).toMatchObject([{ name: 'search', state: 'ok' }]);
    expect(screen.tools[0]?.result).toContain('three hits');
    expect(screen.errors).toEqual([]);
  });

  it('shows how a server of somebody else failed', async () => {
    const module = (await import(`../../conformance/servers/${up.name}.ts`)) as { start(): Promise<IndependentServer> };
    independent = await module.start();
    await begin(up, independent.url, front);
    await say([{ say: 'Let me see' }, { fail: 'out of order' }] satisfies Step[]);
    const screen = await sees(front, (seen) => !seen.busy && shown(seen).includes('out of order'));
    expect(screen.text).toContain('Let me see');
  });
});

async function begin(up: Dialect, url: string, front: Dialect): Promise<void> {
  gateway = await testServer({ upstreams: [{ name: 'elsewhere', dialect: up.name, url }] }, { agents: [] });
  const [endpoint] = conversing(front);
  if (!endpoint) throw new Error(`${front.name} has no address`);
  const isOurs = endpoint.session === 'path';
  client = await RawClient.open(gateway.url, { dialect: front, endpoint, ...(isOurs && { session: '4711' }) });
}

async function say(story: readonly (Scene | Step)[]): Promise<void> {
  await client?.send({ type: 'message.send', text: JSON.stringify(story) });
}

/** As this front end does it. */
async function answer({ traits }: Dialect, text: string): Promise<void> {
  if (traits.answers.text === 'native') await client?.send({ type: 'input.answer', decision: 'reply', text });
  else await client?.send({ type: 'message.send', text });
}

const shown = ({ text, errors, asks }: Screen) => [text, ...errors, asks?.prompt].join('\n');

async function sees(front: Dialect, until: (screen: Screen) => boolean): Promise<Screen> {
  const { reader } = (await import(`../../conformance/readers/${front.name}.ts`)) as { reader(): NaiveReader };
  let screen: Screen | undefined;
  await client?.until(({ frames, isClosed }) => {
    const naive = reader();
    for (const { data: frame } of frames) naive.push(frame);
    if (isClosed) naive.close();
    screen = naive.screen();
    return frames.length > 0 && until(screen);
  });
  return screen as Screen;
}

async function tellsLosses(): Promise<void> {
  const read = async (path: string) => (await (await fetch(`${gateway?.url}${path}`)).json()) as Record<string, Json>;
  const { sessions } = (await read('/v1/sessions')) as { sessions: [{ id: string }] };
  const { runs } = (await read(`/v1/sessions/${sessions[0].id}/runs`)) as { runs: [{ id: string }] };
  const { dialects: told } = (await read(`/v1/runs/${runs[0].id}/fidelity`)) as {
    dialects: { to: string; exact: number; degraded: number; dropped: number }[];
  };
  expect(told.map(({ to }) => to)).toEqual(dialects.map(({ name }) => name));
  const [own] = told.filter(({ to }) => to === 'native');
  expect(own).toMatchObject({ degraded: 0, dropped: 0 });
  const totals = told.map(({ exact, degraded, dropped }) => exact + degraded + dropped);
  expect(new Set(totals).size).toBe(1);
}

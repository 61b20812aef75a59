import { randomUUID } from 'node:crypto';
import type { NaiveReader } from '@polywire/conformance';
import { type Dialect, dialects, type Endpoint } from '@polywire/protocol';
import { describe, expect, it } from 'vitest';
import { conversing, RawClient } from './support/client.ts';
import { serverForAll } from './support/open-server.ts';
import type { Scene } from './support/script-agent.ts';

const { server } = serverForAll();

const cases = dialects.flatMap((dialect) =>
  conversing(dialect).map(
    (endpoint) => [`${dialect.name} ${endpoint.framing} ${endpoint.path}`, dialect, endpoint] as const,
  ),
);

describe.each(cases)('%s', (_, dialect, endpoint) => {
  it('stops where the user stops it, and says so', async () => {
    const client = await open(dialect, endpoint);
    const watcher = client.canSay({ type: 'run.stop' }) ? client : undefined;
    await play(client, [{ say: 'word', times: 2_000, everyMs: 5 }]);
    await client.until((c) => c.frames.length > 4 || c.has('text.delta'));
    if (!watcher) return client.close();
    const started = client.drafts.find((draft) => draft.type === 'run.started');
    await watcher.send({ type: 'run.stop', ...(started?.ref !== undefined && { runId: started.ref }) });
    const screen = await watch(dialect, client, (seen) => !seen.busy);
    expect(screen.text).not.toContain('word2000');
    await client.close();
  });

  it('shows a text, a tool and the end', async () => {
    const client = await open(dialect, endpoint);
    await play(client, [{ say: '你好，world' }, { tool: 'search', args: { query: 'x' } }, { say: 'Done', times: 2 }]);
    const screen = await watch(dialect, client, (seen) => !seen.busy && seen.text.includes('Done2'));
    expect(screen.text).toContain('你好，world');
    expect(screen.errors).toEqual([]);
    expect(screen.tools).toMatchObject([{ name: 'search', state: 'ok' }]);
    await client.close();
  });

  it('shows how a run failed', async () => {
    const client = await open(dialect, endpoint);
    await play(client, [
      { say: 'Trying', times: 2 },
      { fail: 'The model is gone', code: 'MODEL_UNAVAILABLE' },
    ]);
    const screen = await watch(dialect, client, (seen) => !seen.busy && seen.text.includes('Trying2'));
    expect([...screen.errors, screen.text].join('\n')).toContain('The model is gone');
    await client.close();
  });

  it('asks, takes the answer as this front end gives it, and goes on', async () => {
    const client = await open(dialect, endpoint);
    await play(client, [{ ask: 'Which colour?' }]);
    await watch(
      dialect,
      client,
      (seen) => `${seen.asks?.prompt}${seen.text}`.includes('Which colour?') && isOpen(seen),
    );
    await reply(dialect, client, 'blue');
    const screen = await watch(dialect, client, (seen) => seen.text.includes('You said: blue') && !seen.busy);
    expect(screen.errors).toEqual([]);
    await client.close();
  });

  it('asks for approval, does not take a maybe for a yes, and runs the tool after a yes', async () => {
    const client = await open(dialect, endpoint);
    await play(client, [
      { tool: 'delete_file', args: { path: 'a.txt' }, approve: true },
      { say: 'Deleted', times: 2 },
    ]);
    await watch(
      dialect,
      client,
      (seen) => `${seen.asks?.prompt}${seen.text}${JSON.stringify(seen.tools)}`.includes('delete_file') && isOpen(seen),
    );
    await decide(dialect, client, 'maybe later', 'unclear');
    await decide(dialect, client, 'yes', 'approve');
    const screen = await watch(dialect, client, (seen) => seen.text.includes('Deleted2') && !seen.busy);
    expect(screen.tools.at(-1)).toMatchObject({ state: 'ok' });
    await client.close();
  });
});

function open(dialect: Dialect, endpoint: Endpoint): Promise<RawClient> {
  const isOurs = endpoint.session === 'path' || dialect.traits.unknownSession !== 'refuse';
  const session = isOurs ? newName(dialect) : undefined;
  return RawClient.open(server.url, { dialect, endpoint, ...(session !== undefined && { session }) });
}

let names = 1_000;
function newName({ traits }: Dialect): string {
  names += 1;
  return traits.sessionIds === 'integer' ? String(names) : randomUUID();
}

function play(client: RawClient, scenes: readonly Scene[]): Promise<void> {
  return client.send({ type: 'message.send', text: JSON.stringify(scenes) });
}

/** Wires with their own answers say them; on the others the next message is the answer. */
function reply({ traits }: Dialect, client: RawClient, text: string): Promise<void> {
  if (traits.answers.text === 'native') return client.send({ type: 'input.answer', decision: 'reply', text });
  return client.send({ type: 'message.send', text });
}

async function decide(
  { traits }: Dialect,
  client: RawClient,
  text: string,
  decision: 'approve' | 'unclear',
): Promise<void> {
  const before = client.frames.length + client.answers.length;
  const asked = client.drafts.filter((draft) => draft.type === 'input.requested').at(-1);
  const callId = asked?.callId;
  if (traits.answers.approval === 'native') {
    const answer = { type: 'input.answer', decision, ...(callId !== undefined && { callId }) } as const;
    if (!client.canSay(answer)) return;
    await client.send(answer);
  } else {
    await client.send({ type: 'message.send', text });
  }
  await client.until((c) => c.frames.length + c.answers.length > before);
}

function isOpen(screen: ReturnType<NaiveReader['screen']>): boolean {
  return screen.asks !== undefined || !screen.busy || screen.tools.length > 0;
}

/** What somebody at this dialect's own front end sees, once it is what the test waits for. */
async function watch(
  dialect: Dialect,
  client: RawClient,
  until: (screen: ReturnType<NaiveReader['screen']>) => boolean,
) {
  const { reader } = (await import(`../../conformance/readers/${dialect.name}.ts`)) as { reader(): NaiveReader };
  let screen: ReturnType<NaiveReader['screen']> | undefined;
  await client.until(({ frames, isClosed }) => {
    const naive = reader();
    for (const { data } of frames) naive.push(data);
    if (isClosed) naive.close();
    screen = naive.screen();
    return frames.length > 0 && until(screen);
  });
  return screen as ReturnType<NaiveReader['screen']>;
}

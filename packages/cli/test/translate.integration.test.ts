import { dialects, MAX_FRAME_CHARS } from '@polywire/protocol';
import { describe, expect, it } from 'vitest';
import { streamOf } from '../src/wire/translator.ts';
import { here, jsonLines } from './support/here.ts';
import { sampleRun } from './support/sample-run.ts';

describe.each(dialects.map((dialect) => [dialect.name, dialect] as const))('from %s', (name, dialect) => {
  const encoder = dialect.server.encoder(streamOf(dialect, { session: 'elsewhere' }));
  const frames = sampleRun.flatMap((event) => encoder.push(event)).map(({ data }) => `${data}\n`);

  it.each(dialects.map((to) => [to.name, to] as const))(
    'to %s: the text arrives, in frames of that dialect',
    async (to, other) => {
      const { code, stdout } = await here(['translate', '--from', name, '--to', to], { stdin: frames.join('') });
      expect(code).toBe(0);
      const decoder = other.client.decoder(streamOf(other));
      const got = jsonLines(stdout).map((frame) => decoder.push({ data: JSON.stringify(frame) }));
      expect(got.filter(({ issue }) => issue)).toEqual([]);
      expect(stdout.match(/Deployed/g)?.length).toBeGreaterThan(0);
    },
  );
});

it('tells on stderr what was lost, for people and for programs', async () => {
  const [native] = dialects;
  const lossy = dialects.find(({ traits }) => traits.carries['tot.expand'].how === 'dropped');
  const events = [...sampleRun.slice(0, 1), { type: 'tot.expand', seq: 2, at: 1, runId: 'r', candidates: ['a'] }];
  const stdin = `${events.map((event) => JSON.stringify(event)).join('\n')}\nrubbish\n`;
  const args = ['translate', '--from', native?.name ?? '', '--to', lossy?.name ?? ''];
  const told = await here(args, { stdin });
  expect(told.code).toBe(1);
  expect(told.stderr).toMatch(/^Into \w+: 0 exact, 1 degraded, 1 dropped\n/);
  expect(told.stderr).toMatch(/run\.started +1 +degraded .*\(without agentKind\)/);
  expect(told.stderr).toMatch(/tot\.expand +1 +dropped/);
  expect(told.stderr).toMatch(/frame 3: invalid/);
  const report = JSON.parse((await here([...args, '--json'], { stdin })).stderr);
  expect(report).toMatchObject({ degraded: 1, dropped: 1, unread: [{ frame: 3, reason: 'invalid' }] });
});

it.each(dialects)('tells in Chinese what events become in $name', async ({ name, traits }) => {
  const stdin = sampleRun.map((event) => `${JSON.stringify(event)}\n`).join('');
  const args = ['translate', '--from', dialects[0]?.name ?? '', '--to', name];
  const { stderr } = await here(args, { stdin, language: 'zh' });
  for (const { type } of sampleRun) {
    const { as = '' } = traits.carries[type];
    expect(stderr).toContain(typeof as === 'string' ? as : as.zh);
  }
});

it('translates frames that are larger than what a client may send', async () => {
  const text = 'x'.repeat(2 * MAX_FRAME_CHARS);
  const run = sampleRun.map((event) => (event.type === 'text.delta' ? { ...event, delta: text } : event));
  const [{ name } = { name: '' }] = dialects;
  const stdin = run.map((event) => `${JSON.stringify(event)}\n`).join('');
  const { code, stdout } = await here(['translate', '--from', name, '--to', name], { stdin });
  expect({ code, isThere: stdout.includes(text) }).toEqual({ code: 0, isThere: true });
});

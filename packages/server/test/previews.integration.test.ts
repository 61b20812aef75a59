import { dialects } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { conversing, RawClient } from './support/client.ts';
import { serverForAll } from './support/open-server.ts';
import type { Scene } from './support/script-agent.ts';

const { server } = serverForAll();

const wires = dialects
  .filter(({ traits }) => traits.preview)
  .flatMap((dialect) =>
    conversing(dialect).map((endpoint) => ({
      wire: `${dialect.name} ${endpoint.framing} ${endpoint.path}`,
      dialect,
      endpoint,
    })),
  );

it('is something that some dialect has', () => expect(wires.length).toBeGreaterThan(1));

const textsIn = (frame: string): string[] =>
  [...frame.matchAll(/"text":("(?:[^"\\]|\\.)*")/g)].map(([, text]) => JSON.parse(text ?? '""') as string);

async function played(wire: (typeof wires)[number], scenes: readonly Scene[]): Promise<string[]> {
  const { dialect, endpoint } = wire;
  const client = await RawClient.open(server.url, { dialect, endpoint });
  await client.send({ type: 'message.send', text: JSON.stringify(scenes) });
  await client.until((c) => c.has('run.finished'));
  await client.close();
  return client.frames.map(({ data }) => data);
}

it.each(wires)('$wire shows a text as it grows, each time more of it, and then all of it', async (wire) => {
  const frames = await played(wire, [{ say: '字 word ', times: 80, everyMs: 10 }]);
  const whole = Array.from({ length: 80 }, (_, i) => `字 word ${i + 1} `).join('');
  const shown = frames.flatMap(textsIn);
  expect(shown.at(-1)).toBe(whole);
  const previews = shown.slice(0, -1);
  expect(previews.length).toBeGreaterThan(1);
  expect(previews.length).toBeLessThan(60);
  for (const [i, preview] of previews.entries()) {
    expect(whole.startsWith(preview)).toBe(true);
    expect(preview.length).toBeGreaterThan(previews[i - 1]?.length ?? 0);
  }
});

it.each(wires.slice(0, 1))('$wire takes few bytes for a long text, and its end is exact', async (wire) => {
  const frames = await played(wire, [{ say: 'x'.repeat(96), times: 1_000, everyMs: 1 }]);
  const whole = Array.from({ length: 1_000 }, (_, i) => `${'x'.repeat(96)}${i + 1} `).join('');
  expect(frames.flatMap(textsIn).at(-1)).toBe(whole);
  expect(frames.reduce((sum, frame) => sum + Buffer.byteLength(frame), 0)).toBeLessThan(25_000_000);
});

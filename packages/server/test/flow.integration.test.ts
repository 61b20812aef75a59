import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Dialect, dialects, type JsonObject } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { conversing, RawClient } from './support/client.ts';
import { script } from './support/native.ts';
import { serverForAll } from './support/open-server.ts';

const { server } = serverForAll();

/** fixtures/<dialect>/flow.json: every frame of the run below, without what differs from run to run. */
type Flows = Readonly<Record<string, readonly JsonObject[]>>;
function flowsOf({ name }: Dialect): Flows {
  const file = new URL(`../../conformance/fixtures/${name}/flow.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

const input = script(
  { think: 'Let me look.' },
  { say: 'Searching. ' },
  { tool: 'search', args: { query: 'x' }, output: 'found' },
  { say: 'Done.' },
);

const wires = dialects.flatMap((dialect) =>
  conversing(dialect).flatMap((endpoint) => {
    const wire = `${endpoint.framing} ${endpoint.path}`;
    const expected = flowsOf(dialect)[wire];
    return expected ? [{ wire: `${dialect.name} ${wire}`, dialect, endpoint, expected }] : [];
  }),
);

it('is written down for every dialect', () => {
  expect(new Set(wires.map(({ dialect }) => dialect.name))).toEqual(new Set(dialects.map(({ name }) => name)));
});

it.each(wires)('$wire: thought, text, tool, text, end, frame by frame', async ({ dialect, endpoint, expected }) => {
  const session = dialect.traits.sessionIds === 'integer' ? '7' : randomUUID();
  const inPath = endpoint.session === 'path' && { session };
  const client = await RawClient.open(server.url, { dialect, endpoint, ...inPath });
  await client.send({ type: 'message.send', text: input });
  const frames = () =>
    client.frames
      .map(({ data }) => JSON.parse(data) as JsonObject)
      // Pictures of what is open, and answers to commands, come when they come.
      .filter(({ type }) => type !== 'message_update' && type !== 'answer');
  await client.until((c) => c.has('run.finished') && frames().length >= expected.length);
  expect(frames()).toMatchObject(expected);
  client.cut();
});

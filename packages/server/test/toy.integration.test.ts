import { randomUUID } from 'node:crypto';
import { dialects, type Endpoint } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { toy } from '../../conformance/test/toy/index.ts';
import { reader } from '../../conformance/test/toy/reader.ts';
import { conversing, RawClient } from './support/client.ts';
import { serverForAll } from './support/open-server.ts';

// What one more line in the registry does.
const { server } = serverForAll({}, { dialects: [...dialects, toy] });

it('serves a dialect that it has never heard of, from its folder and its place in the list alone', async () => {
  const endpoint = conversing(toy)[0] as Endpoint;
  const session = endpoint.session === 'path' ? { session: randomUUID() } : {};
  const client = await RawClient.open(server.url, { dialect: toy, endpoint, ...session });
  await client.send({ type: 'message.send', text: JSON.stringify([{ say: 'word', times: 2 }]) });
  await client.until((c) => c.has('run.finished'));
  const front = reader();
  for (const { data } of client.frames) front.push(data);
  expect(front.screen().text).toContain('word1 word2 ');
  expect(front.screen().busy).toBe(false);
  await client.close();
});

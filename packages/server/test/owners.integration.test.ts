import { randomUUID } from 'node:crypto';
import { type Dialect, dialects } from '@polywire/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RawClient } from './support/client.ts';
import { bodyWith, type Ids, masked, nobodys, ownEverything, pathWith } from './support/owned.ts';
import { type Answer, ask, askJson, httpAddresses, socketAddresses } from './support/raw.ts';
import { type TestServer, testServer } from './support/server.ts';
import { toldStranger } from './support/stranger.ts';

const SECRET = 'known-to-ann-alone';
const ann = { authorization: 'Bearer ann-has-this-token' };
const bob = { authorization: 'Bearer bob-has-another-one' };
let server: TestServer;
let anns: Ids;

beforeAll(async () => {
  const tokens = { ann: ann.authorization.slice(7), bob: bob.authorization.slice(7) };
  server = await testServer({ tokens, wireLimits: { messagesPerMinute: 0 } });
  anns = await ownEverything(server, ann, SECRET);
});
afterAll(() => server.close());

const isNumbered = (dialect: string) => dialects.find(({ name }) => name === dialect)?.traits.sessionIds === 'integer';
const naming = httpAddresses.filter(({ endpoint }) => endpoint.does !== 'converse' && endpoint.framing !== 'multipart');

describe('what is not mine', () => {
  it.each(naming)('is not there at $endpoint.method $endpoint.path of $dialect', async ({ dialect, endpoint }) => {
    const answer = async (ids: Ids): Promise<Pick<Answer, 'status' | 'body'>> => {
      const path = pathWith(endpoint.path, ids, isNumbered(dialect));
      const accept =
        endpoint.framing === 'sse'
          ? 'text/event-stream'
          : endpoint.framing === 'ndjson'
            ? 'application/x-ndjson'
            : '*/*';
      const headers = { ...bob, accept };
      const target = `${path}?q=${SECRET}&dialect=native`;
      const { status, body } =
        endpoint.method === 'GET'
          ? await ask(server.url, target, { headers })
          : await askJson(server.url, target, bodyWith(ids), { method: endpoint.method, headers });
      return { status, body: masked(body, ids) };
    };
    const hers = await answer(anns);
    expect(hers.body).not.toContain(SECRET);
    const isAboutOne = /\{(?!user)/.test(endpoint.path) || /approve|stop|result/.test(endpoint.path);
    if (!isAboutOne) return;
    expect(hers.status).toBeGreaterThanOrEqual(400);
    expect(hers).toEqual(await answer(nobodys));
  });

  it.each(httpAddresses.filter(({ endpoint }) => endpoint.framing === 'multipart' && endpoint.session === 'path'))(
    'takes no file at $path of $dialect',
    async ({ dialect, endpoint }) => {
      const body = '--e\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nx\r\n--e--\r\n';
      const headers = { ...bob, 'content-type': 'multipart/form-data; boundary=e' };
      const answer = async (ids: Ids) => {
        const path = pathWith(endpoint.path, ids, isNumbered(dialect));
        const { status, body: said } = await ask(server.url, path, { method: 'POST', headers, body });
        return { status, said: masked(said, ids) };
      };
      expect(await answer(anns)).toEqual(await answer(nobodys));
      expect((await answer(anns)).status).toBe(404);
    },
  );

  it.each(socketAddresses)(
    'is refused on $path of $dialect as if it were not there',
    async ({ dialect: name, endpoint }) => {
      const dialect = dialects.find((each) => each.name === name) as Dialect;
      const said = (ids: Ids) => toldStranger(server.url, { dialect, endpoint }, bob, ids);
      const hers = await said(anns);
      expect(hers.join()).not.toContain(SECRET);
      expect(hers).toEqual(await said(nobodys));
    },
  );

  it.each(socketAddresses.filter(({ endpoint }) => endpoint.does === 'converse'))(
    'takes no message on $path of $dialect: it is another session, or none',
    async ({ dialect: name, endpoint }) => {
      const dialect = dialects.find((each) => each.name === name) as Dialect;
      const session = isNumbered(name) ? String(anns.number) : anns.session;
      const client = await RawClient.open(server.url, { dialect, endpoint, session, headers: bob });
      await client.send({ type: 'message.send', text: 'hello from bob' });
      await client.until(
        ({ frames }) => client.has('run.finished') || frames.some(({ data }) => data.includes('NOT_FOUND')),
      );
      expect(client.frames.map(({ data }) => data).join()).not.toContain(SECRET);
      await client.close();
    },
  );

  it.each(httpAddresses.filter(({ endpoint }) => endpoint.does === 'converse'))(
    'takes no message at $path of $dialect: it is another session, or none',
    async ({ dialect: name, path }) => {
      const dialect = dialects.find((each) => each.name === name) as Dialect;
      const answer = async (ids: Ids) => {
        const session = isNumbered(name) ? String(ids.number) : ids.session;
        const [frame] = dialect.client.encode({ type: 'message.send', text: 'hello from bob', session });
        const sent = frame && 'data' in frame ? JSON.parse(frame.data) : {};
        return askJson(server.url, path, sent, { headers: bob });
      };
      // Not the one whose name Bob has used above: that leads to his own by now.
      const made = await askJson(server.url, '/v1/sessions', { title: SECRET }, { headers: ann });
      const hers = await answer({ ...anns, session: JSON.parse(made.body).id });
      expect(hers.body).not.toContain(SECRET);
      expect(hers.status).toBe((await answer({ ...nobodys, session: randomUUID() })).status);
    },
  );

  it('is still as it was', async () => {
    const get = async (path: string) => JSON.parse((await ask(server.url, path, { headers: ann })).body);
    expect(await get(`/v1/sessions/${anns.session}`)).toMatchObject({ title: SECRET });
    expect(await get(`/v1/runs/${anns.run}`)).toMatchObject({ status: 'awaiting_input' });
    expect((await get(`/v1/sessions/${anns.session}/messages`)).messages).toHaveLength(2);
    expect((await ask(server.url, `/v1/uploads/${anns.upload}`, { headers: ann })).body).toBe(SECRET);
    expect((await get('/api/plans/')).data).toMatchObject([{ task: SECRET }]);
    expect((await get(`/v1/analyses/${anns.analysis}`)).options).toEqual([{ title: SECRET }]);
  });
});

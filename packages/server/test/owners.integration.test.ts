import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Command, type Dialect, dialects } from '@polywire/protocol';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RawClient } from './support/client.ts';
import { type Answer, type Asked, ask, askJson, httpAddresses, openSocket, socketAddresses } from './support/raw.ts';
import { type TestServer, testServer } from './support/server.ts';

/** Everything that an address may name. */
interface Ids {
  readonly session: string;
  readonly number: number;
  readonly run: string;
  readonly input: string;
  readonly call: string;
  readonly upload: string;
  readonly plan: number;
  readonly analysis: number;
}

const SECRET = 'known-to-ann-alone';
const ann = { authorization: 'Bearer ann-has-this-token' };
const bob = { authorization: 'Bearer bob-has-another-one' };
const random: Ids = {
  session: randomUUID(),
  number: 424_242,
  run: `run_${randomUUID().replaceAll('-', '')}`,
  input: 'no-such-input',
  call: 'no-such-call',
  upload: `file_${randomUUID().replaceAll('-', '')}`,
  plan: 525_252,
  analysis: 626_262,
};

let server: TestServer;
let anns: Ids;

beforeAll(async () => {
  const tokens = { ann: ann.authorization.slice(7), bob: bob.authorization.slice(7) };
  server = await testServer({ tokens, wireLimits: { messagesPerMinute: 0 } });
  anns = await ownedByAnn();
});
afterAll(() => server.close());

async function ownedByAnn(): Promise<Ids> {
  const post = async (path: string, body: unknown) =>
    JSON.parse((await askJson(server.url, path, body, { headers: ann })).body);
  const get = async (path: string) => JSON.parse((await ask(server.url, path, { headers: ann })).body);
  const { id: session } = await post('/v1/sessions', { title: SECRET });
  const input = JSON.stringify([{ say: SECRET }, { tool: 'danger', args: { why: SECRET }, approve: true }]);
  const { ref } = await post(`/v1/sessions/${session}/runs`, { input, ref: 'ann-1' });
  let run = await get(`/v1/runs/${ref}`);
  while (run.status !== 'awaiting_input') run = await get(`/v1/runs/${ref}`);
  const listed = await get('/api/sessions/');
  const plan = await post('/api/plans/', { task: SECRET, steps: [] });
  const form = `--e\r\nContent-Disposition: form-data; name="f"; filename="ann.txt"\r\n\r\n${SECRET}\r\n--e--\r\n`;
  const asked: Asked = {
    method: 'POST',
    headers: { ...ann, 'content-type': 'multipart/form-data; boundary=e' },
    body: form,
  };
  const { files } = JSON.parse((await ask(server.url, `/v1/sessions/${session}/uploads`, asked)).body);
  const [question] = run.inputs;
  return {
    session,
    number: listed.data[0].id,
    run: run.id,
    input: question.inputId,
    call: question.callId,
    upload: files[0].id,
    plan: plan.data.id,
    analysis: addAnalysis(session),
  };
}

/** Charts come from tools: here one is put where they put it. */
function addAnalysis(session: string): number {
  const db = new Database(join(server.data, 'polywire.db'));
  const row = db
    .prepare('INSERT INTO analyses (session, title, options, created) VALUES (?, ?, ?, 1) RETURNING id')
    .pluck()
    .get(session, SECRET, JSON.stringify([{ title: SECRET }]));
  db.close();
  return Number(row);
}

/** What an address names, by the name of its place. */
function pathWith(template: string, ids: Ids, isNumbered: boolean): string {
  const session = isNumbered ? ids.number : ids.session;
  const places: Record<string, string | number> = {
    ...{
      session,
      run: isNumbered ? ids.number : ids.run,
      input: ids.input,
      upload: ids.upload,
      analysis: ids.analysis,
    },
    ...{
      id: template.includes('plans') ? ids.plan : session,
      user: 'guest',
      name: 'ann.txt',
      list: 'l',
      item: 'i',
      plan: 'p',
    },
  };
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(places[name] ?? 'x'));
}

/** A body that every address finds something in. */
function bodyWith(ids: Ids) {
  return {
    ...{ session_id: ids.session, run_id: ids.run, call_id: ids.call, approved: true, analyse_id: ids.analysis },
    ...{ title: 'changed', name: 'changed', task: 'changed', config: {}, settings: {}, steps: [], status: 'done' },
    ...{ decision: 'approve', toSeq: 0, input: 'hello from bob', summary: 'changed' },
  };
}

function masked(text: string, ids: Ids): string {
  const known = Object.values(ids).map(String);
  return known.reduce((rest, id) => rest.replaceAll(new RegExp(`(?<!\\w)${id}(?!\\w)`, 'g'), '<id>'), text);
}

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
    expect(hers).toEqual(await answer(random));
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
      expect(await answer(anns)).toEqual(await answer(random));
      expect((await answer(anns)).status).toBe(404);
    },
  );

  it.each(socketAddresses)(
    'is refused on $path of $dialect as if it were not there',
    async ({ dialect: name, endpoint }) => {
      const dialect = dialects.find((each) => each.name === name) as Dialect;
      const said = async (ids: Ids): Promise<string[]> => {
        const session = isNumbered(name) ? String(ids.number) : ids.session;
        const ws = await openSocket(server.url, pathWith(endpoint.path, ids, isNumbered(name)), { headers: bob });
        const frames: string[] = [];
        let wake: () => void = () => undefined;
        ws.on('message', (data) => {
          frames.push(masked(String(data), ids));
          wake();
        });
        let isClosed = false;
        ws.on('close', (code, reason) => {
          isClosed = true;
          frames.push(masked(`closed ${code} ${reason}`, ids));
          wake();
        });
        const commands: Command[] = [
          { type: 'attach', session, ref: 'r1' },
          {
            type: 'input.answer',
            session,
            inputId: ids.input,
            callId: ids.call,
            runId: ids.run,
            decision: 'approve',
            ref: 'r2',
          },
          { type: 'run.stop', session, runId: ids.run, ref: 'r3' },
          { type: 'history.rewind', session, toSeq: 0, ref: 'r4' },
        ];
        for (const command of commands) {
          // Words instead of an answer begin a session of one's own: that is tried below.
          const encoded = dialect.client.encode(command).flatMap((frame) => ('data' in frame ? [frame] : []));
          for (const frame of encoded) {
            const [read] = dialect.server.commands().push(frame).values;
            if (!read || read.type === 'message.send') continue;
            const refused = { ok: false, error: { code: 'NOT_FOUND', message: '' } } as const;
            const expected = frames.length + dialect.server.answer(read, refused).length;
            if (!isClosed) ws.send(frame.data);
            while (frames.length < expected && !isClosed) {
              await new Promise<void>((resolve) => {
                wake = resolve;
              });
            }
          }
        }
        ws.terminate();
        return frames.filter((frame) => !frame.startsWith('closed 1006'));
      };
      const hers = await said(anns);
      expect(hers.join()).not.toContain(SECRET);
      expect(hers).toEqual(await said(random));
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
      expect(hers.status).toBe((await answer({ ...random, session: randomUUID() })).status);
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

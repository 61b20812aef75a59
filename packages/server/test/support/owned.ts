import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type Asked, ask, askJson } from './raw.ts';
import type { TestServer } from './server.ts';

/** Everything that an address may name. */
export interface Ids {
  readonly session: string;
  readonly number: number;
  readonly run: string;
  readonly input: string;
  readonly call: string;
  readonly upload: string;
  readonly document: string;
  readonly plan: number;
  readonly analysis: number;
}

/** Ids of nothing. */
export const nobodys: Ids = {
  session: randomUUID(),
  number: 424_242,
  run: `run_${randomUUID().replaceAll('-', '')}`,
  input: 'no-such-input',
  call: 'no-such-call',
  upload: `file_${randomUUID().replaceAll('-', '')}`,
  document: `doc_${randomUUID().replaceAll('-', '')}`,
  plan: 525_252,
  analysis: 626_262,
};

type Headers = Readonly<Record<string, string>>;

/** Makes one of each for the owner of these headers, every one with the secret in it. */
export async function ownEverything(server: TestServer, headers: Headers, secret: string): Promise<Ids> {
  const post = async (path: string, body: unknown) =>
    JSON.parse((await askJson(server.url, path, body, { headers })).body);
  const get = async (path: string) => JSON.parse((await ask(server.url, path, { headers })).body);
  const { id: session } = await post('/v1/sessions', { title: secret });
  const input = JSON.stringify([{ say: secret }, { tool: 'danger', args: { why: secret }, approve: true }]);
  const { ref } = await post(`/v1/sessions/${session}/runs`, { input, ref: 'own-1' });
  let run = await get(`/v1/runs/${ref}`);
  while (run.status !== 'awaiting_input') run = await get(`/v1/runs/${ref}`);
  const listed = await get('/api/sessions/');
  const plan = await post('/api/plans/', { task: secret, steps: [] });
  const document = await post('/v1/documents/text', { title: secret, text: secret });
  const form = `--e\r\nContent-Disposition: form-data; name="f"; filename="ann.txt"\r\n\r\n${secret}\r\n--e--\r\n`;
  const asked: Asked = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=e' },
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
    document: document.id,
    plan: plan.data.id,
    analysis: addAnalysis(server.data, session, secret),
  };
}

/** Charts come from tools: here one is put where they put it. */
function addAnalysis(data: string, session: string, title: string): number {
  const db = new Database(join(data, 'polywire.db'));
  const row = db
    .prepare('INSERT INTO analyses (session, title, options, created) VALUES (?, ?, ?, 1) RETURNING id')
    .pluck()
    .get(session, title, JSON.stringify([{ title }]));
  db.close();
  return Number(row);
}

/** What an address names, by the name of its place. */
export function pathWith(template: string, ids: Ids, isNumbered: boolean): string {
  const session = isNumbered ? ids.number : ids.session;
  const { input, upload, document, analysis } = ids;
  const places: Record<string, string | number> = {
    ...{ session, run: isNumbered ? ids.number : ids.run, input, upload, document, analysis },
    ...{ id: template.includes('plans') ? ids.plan : session, user: 'guest', name: 'ann.txt' },
    ...{ list: 'l', item: 'i', plan: 'p' },
  };
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(places[name] ?? 'x'));
}

/** A body that every address finds something in. */
export function bodyWith(ids: Ids) {
  return {
    ...{ session_id: ids.session, run_id: ids.run, call_id: ids.call, approved: true, analyse_id: ids.analysis },
    ...{ title: 'changed', name: 'changed', task: 'changed', config: {}, settings: {}, steps: [], status: 'done' },
    ...{ decision: 'approve', toSeq: 0, input: 'hello from bob', summary: 'changed' },
  };
}

export function masked(text: string, ids: Ids): string {
  // One may begin with another.
  const known = Object.values(ids)
    .map(String)
    .sort((a, b) => b.length - a.length);
  return known.reduce((rest, id) => rest.replaceAll(new RegExp(`(?<!\\w)${id}(?!\\w)`, 'g'), '<id>'), text);
}

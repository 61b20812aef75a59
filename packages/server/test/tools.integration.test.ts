import type { EventOf, JsonObject, RunEvent } from '@polywire/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isEnd } from './support/native.ts';
import { finishedIn, type ToolServer, toolServer } from './support/tools.ts';

// Processes and sockets on a busy machine take their time.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

let server: ToolServer;
beforeAll(async () => {
  server = await toolServer({
    approval: { calculate: 'always', delete_file: 'never' },
    limits: { toolOutputChars: 2_000 },
  });
});
afterAll(async () => {
  await server.remove();
  expect(server.errors).toEqual([]);
});

/** Starts calls, and gives the first question about them. */
async function asked(session: string, ...calls: readonly (readonly [string, JsonObject])[]) {
  const { body } = await server.call<{ id: string }>(`POST /v1/sessions/${session}/runs`, {
    input: JSON.stringify(calls),
  });
  const events = await server.runEvents(body.id, (event) => isEnd(event) || event.type === 'input.requested');
  const question = events.find((event): event is EventOf<'input.requested'> => event.type === 'input.requested');
  const answer = (given: object) => server.call(`POST /v1/runs/${body.id}/inputs/${question?.inputId}`, given);
  return { run: body.id, question, answer, ended: () => server.runEvents(body.id) };
}

const filesOf = async (session: string) =>
  (await server.call<{ files: { id: string; name: string }[] }>(`GET /v1/sessions/${session}/uploads`)).body.files;

describe('a tool that changes something', () => {
  it('runs when the user says yes to its very arguments, and its file is served', async () => {
    const session = await server.newSession();
    const args = { path: 'notes.md', content: 'remember the milk' };
    const { question, answer, ended } = await asked(session, ['write_file', args]);
    expect(question).toMatchObject({ kind: 'approval', name: 'write_file', args });
    expect(await filesOf(session)).toEqual([]);
    await answer({ decision: 'approve' });
    const [finished] = finishedIn(await ended());
    expect(finished).toMatchObject({
      outcome: 'ok',
      result: { path: 'notes.md', url: expect.stringMatching(/^\/files\//) },
    });
    const { url } = (finished as EventOf<'tool.finished'>).result as { url: string };
    expect(await (await fetch(`${server.url}${url}`)).text()).toBe(args.content);
    // The owner of the server said that deleting needs no question.
    const [deleted] = finishedIn(await server.use(session, ['delete_file', { path: 'notes.md' }]));
    expect(deleted).toMatchObject({ outcome: 'ok' });
    expect(await filesOf(session)).toEqual([]);
  });

  it('leaves what earlier events link to, until it is deleted', async () => {
    const session = await server.newSession();
    await server.call(`PATCH /v1/sessions/${session}`, { policy: 'never' });
    const drawn = { kind: 'chart', title: 'Sales', values: [1, 2] };
    const events = await server.use(
      session,
      ['write_file', { path: 'a.txt', content: 'one' }],
      ['write_file', { path: 'a.txt', content: 'two' }],
      ['read_file', { path: 'a.txt' }],
      ['list_files', {}],
      ['make_image', drawn],
      ['make_image', { ...drawn, values: [2, 1] }],
    );
    const results = finishedIn(events).map(({ result }) => result as { url: string });
    const [first, second, read, listed, ...pictures] = results;
    const said = async ({ url }: { url: string }) => (await fetch(`${server.url}${url}`)).text();
    expect([await said(first as never), await said(second as never)]).toEqual(['one', 'two']);
    expect(read).toMatchObject({ text: 'two' });
    expect(listed).toMatchObject({ files: [{ name: 'a.txt' }] });
    const images = events.flatMap((event) => (event.type === 'image' ? [event.url] : []));
    expect(images).toEqual(pictures.map(({ url }) => url));
    for (const url of images) expect((await fetch(`${server.url}${url}`)).status).toBe(200);
    await server.use(session, ['delete_file', { path: 'a.txt' }]);
    for (const each of [first, second]) expect((await fetch(`${server.url}${each?.url}`)).status).toBe(404);
  });

  it('does not run when they say no, and runs with what they put in place', async () => {
    const session = await server.newSession();
    const refused = await asked(session, ['write_file', { path: 'a.txt', content: 'x' }]);
    await refused.answer({ decision: 'reject' });
    expect(finishedIn(await refused.ended())).toMatchObject([{ outcome: 'denied' }]);
    const changed = await asked(session, ['write_file', { path: 'a.txt', content: 'x' }]);
    await changed.answer({ decision: 'approve', args: { path: 'b.txt', content: 'y' } });
    expect(finishedIn(await changed.ended())).toMatchObject([{ outcome: 'ok', result: { path: 'b.txt' } }]);
    const wrong = await asked(session, ['write_file', { path: 'a.txt', content: 'x' }]);
    await wrong.answer({ decision: 'approve', args: { path: '../../out.txt', content: 7 } });
    expect(finishedIn(await wrong.ended())).toMatchObject([
      { outcome: 'error', result: expect.stringContaining('content') },
    ]);
    expect((await filesOf(session)).map(({ name }) => name)).toEqual(['b.txt']);
  });

  it('is not asked about where the session says never, nor where its arguments cannot be', async () => {
    const session = await server.newSession();
    const changed = await server.call(`PATCH /v1/sessions/${session}`, { policy: 'never' });
    expect(changed.body).toMatchObject({ policy: 'never' });
    expect(finishedIn(await server.use(session, ['write_file', { path: 'a.txt', content: 'x' }]))).toMatchObject([
      { outcome: 'ok' },
    ]);
    expect((await server.call(`PATCH /v1/sessions/${session}`, { policy: 'sometimes' })).status).toBe(422);
    const other = await server.newSession();
    const bad = finishedIn(await server.use(other, ['write_file', { path: 7 }]));
    expect(bad).toMatchObject([{ outcome: 'error', result: expect.stringContaining('path') }]);
  });

  it('is asked about where the session, or the owner of the server, says always', async () => {
    const session = await server.newSession();
    const sums = await asked(session, ['calculate', { expression: '2^64' }]);
    expect(sums.question).toMatchObject({ kind: 'approval', name: 'calculate' });
    await sums.answer({ decision: 'approve' });
    expect(finishedIn(await sums.ended())).toMatchObject([{ result: { result: '18446744073709551616' } }]);
    await server.call(`PATCH /v1/sessions/${session}`, { policy: 'always' });
    const listing = await asked(session, ['list_files', {}]);
    expect(listing.question).toMatchObject({ kind: 'approval', name: 'list_files' });
    await server.call(`POST /v1/runs/${listing.run}/stop`);
    await server.call(`PATCH /v1/sessions/${session}`, { policy: 'never' });
    const still = await asked(session, ['calculate', { expression: '1' }]);
    expect(still.question).toMatchObject({ name: 'calculate' });
    await server.call(`POST /v1/runs/${still.run}/stop`);
  });
});

it('a question of a tool lets the run wait, and its answer is the result', async () => {
  const session = await server.newSession();
  const { run, question, answer, ended } = await asked(session, ['ask_user', { question: 'Which colour?' }]);
  expect(question).toMatchObject({ kind: 'text', prompt: 'Which colour?' });
  const waits = (event: RunEvent) => event.type === 'run.status' && event.status === 'awaiting_input';
  await server.runEvents(run, waits);
  await answer({ decision: 'reply', text: 'blue' });
  expect(finishedIn(await ended())).toMatchObject([{ outcome: 'ok', result: 'blue' }]);
});

it('a question of a tool is still there after a restart', async () => {
  const first = await toolServer();
  const session = await first.newSession();
  const input = JSON.stringify([['ask_user', { question: 'Which colour?' }]]);
  const { body } = await first.call<{ id: string }>(`POST /v1/sessions/${session}/runs`, { input });
  await first.runEvents(body.id, (event) => event.type === 'run.status' && event.status === 'awaiting_input');
  await first.close();
  const second = await toolServer({ data: first.data });
  const asked = (event: RunEvent) => event.type === 'input.requested';
  const question = (await second.runEvents(body.id, asked)).at(-1) as EventOf<'input.requested'>;
  await second.call(`POST /v1/runs/${body.id}/inputs/${question.inputId}`, { decision: 'reply', text: 'red' });
  const events = await second.runEvents(body.id);
  expect(events.filter(asked)).toHaveLength(1);
  expect(finishedIn(events)).toMatchObject([{ outcome: 'ok', result: 'red' }]);
  await second.remove();
});

it('output is streamed, and cut with a note', async () => {
  const session = await server.newSession();
  const events = await server.use(session, [
    'run_code',
    { code: 'for (let i = 0; i < 500; i += 1) console.log("line " + i); 42' },
  ]);
  const output = events.filter(({ type }) => type === 'tool.output') as EventOf<'tool.output'>[];
  const whole = output.map(({ text }) => text).join('');
  expect(output.length).toBeGreaterThan(1);
  expect(whole.startsWith('line 0\nline 1\n')).toBe(true);
  expect(whole).toMatch(/已截断\)$/);
  expect(whole.length).toBeLessThan(2_100);
  expect(String(finishedIn(events)[0]?.result)).toMatch(/已截断\)$/);
});

it('a table becomes a chart that can be fetched, an image one that can be shown', async () => {
  const session = await server.newSession();
  const events = await server.use(
    session,
    ['analyse_data', { source: 'pasted', data: 'm,n\na,1\nb,2\na,5' }],
    ['make_image', { kind: 'diagram', title: 'Flow', nodes: ['a', 'b'] }],
  );
  const chart = events.find((event): event is EventOf<'chart'> => event.type === 'chart');
  expect(chart?.options).toMatchObject([{ xAxis: { data: ['a', 'b'] }, series: [{ data: [6, 2] }] }]);
  const { body } = await server.call(`GET /v1/analyses/${chart?.analysisId}`);
  expect(body).toMatchObject({ options: chart?.options });
  const image = events.find((event): event is EventOf<'image'> => event.type === 'image');
  const shown = await fetch(`${server.url}${image?.url}`);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
});

it('tools are listed with what they take', async () => {
  const { body } = await server.call<{ tools: { name: string; schema: JsonObject; description: string }[] }>(
    'GET /v1/tools?lang=zh',
  );
  const names = body.tools.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['search_knowledge_base', 'todo_create', 'web_search', 'remember', 'analyse_data']),
  );
  const calculate = body.tools.find(({ name }) => name === 'calculate');
  expect(calculate).toMatchObject({
    schema: { type: 'object', required: ['expression'] },
    description: expect.stringContaining('计算'),
  });
});

it('web search that is not configured says so', async () => {
  const [searched] = finishedIn(await server.use(await server.newSession(), ['web_search', { query: 'bees' }]));
  expect(searched).toMatchObject({
    outcome: 'ok',
    result: { configured: false, message: expect.stringContaining('POLYWIRE_SEARCH') },
  });
});

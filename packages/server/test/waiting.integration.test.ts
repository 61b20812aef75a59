import { dialects, type Endpoint } from '@polywire/protocol';
import { describe, expect, it } from 'vitest';
import { MAX_WAITING } from '../src/sessions/waiting.ts';
import { linesUntil } from './support/api.ts';
import { conversing, RawClient, talkingSockets } from './support/client.ts';
import { isEnd, script, typesOf } from './support/native.ts';
import { serverForEach } from './support/open-server.ts';

const { server, native } = serverForEach();

interface Posted {
  id: string;
  session: string;
  ref: string;
  queued?: boolean;
}

/** A session whose first run waits for an answer, and a message behind it. */
async function queue(): Promise<{ session: string; first: string; second: Posted }> {
  const session = await native.newSession();
  const first = await native.start(session, script({ ask: 'Go on?' }), 'input.requested');
  const { status, body } = await native.call<Posted>(`POST /v1/sessions/${session}/runs`, { input: 'next' });
  expect(status).toBe(201);
  return { session, first, second: body };
}

describe('a message that waits its turn', () => {
  it('has its run already, by its id and by its reference', async () => {
    const { session, first, second } = await queue();
    const { id, ref } = second;
    expect(second).toEqual({ id: expect.stringMatching(/^run_[0-9a-f]{32}$/), session, ref, queued: true });
    const waiting = { id, session, ref, input: 'next', status: 'queued' };
    expect((await native.call(`GET /v1/runs/${id}`)).body).toEqual(waiting);
    expect((await native.call(`GET /v1/runs/${ref}`)).body).toEqual(waiting);
    await native.call(`POST /v1/runs/${first}/stop`);
    await native.runEvents(id);
    expect((await native.call(`GET /v1/runs/${id}`)).body).toMatchObject({ id, ref, status: 'complete' });
  });

  it('shows its run from the beginning to those who came before it', async () => {
    const { session, first, second } = await queue();
    let isOpen: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      isOpen = resolve;
    });
    const streamed = (async () => {
      const response = await fetch(`${server.url}/v1/runs/${second.id}/events`, {
        headers: { accept: 'application/x-ndjson' },
      });
      isOpen();
      return (await response.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    })();
    await opened;
    await native.call(`POST /v1/runs/${first}/stop`);
    const events = await streamed;
    expect(typesOf(events).at(0)).toBe('run.started');
    expect(typesOf(events).at(-1)).toBe('run.finished');
    const all = await native.sessionEvents(session, (event) => isEnd(event) && event.runId === second.id);
    expect(events).toEqual(all.filter(({ runId }) => runId === second.id));
  });

  it('is known by the same id when it is sent again, and after a restart', async () => {
    const { session, second } = await queue();
    const again = { input: 'next', ref: second.ref };
    expect((await native.call(`POST /v1/sessions/${session}/runs`, again)).body).toEqual(second);
    await server.restart();
    expect((await native.call(`GET /v1/runs/${second.id}`)).body).toMatchObject({ id: second.id, status: 'queued' });
    expect((await native.call(`POST /v1/sessions/${session}/runs`, again)).body).toEqual(second);
  });

  it('can be stopped before it begins, once and for all', async () => {
    const { session, first, second } = await queue();
    const { id } = second;
    const { body: third } = await native.call<Posted>(`POST /v1/sessions/${session}/runs`, { input: 'third' });
    expect(await native.call(`POST /v1/runs/${id}/stop`)).toEqual({ status: 200, body: { runId: id } });
    expect(await native.call(`POST /v1/runs/${id}/stop`)).toEqual({ status: 200, body: { runId: id } });
    expect((await native.call(`GET /v1/runs/${id}`)).body.status).toBe('stopped');
    expect((await native.call(`GET /v1/runs/${first}`)).body.status).toBe('awaiting_input');
    await server.restart();
    expect((await native.call(`GET /v1/runs/${id}`)).body.status).toBe('stopped');
    await native.call(`POST /v1/runs/${first}/stop`);
    expect(typesOf(await native.runEvents(id))).toEqual(['run.started', 'run.finished']);
    const ended = await native.runEvents(third.id);
    expect(ended.at(-1)).toMatchObject({ type: 'run.finished', status: 'complete' });
    expect((await native.call(`GET /v1/runs/${id}`)).body).toMatchObject({ id, status: 'stopped', input: 'next' });
  });

  it('cannot be paused, and is nobody else’s', async () => {
    const { second } = await queue();
    expect((await native.call(`POST /v1/runs/${second.id}/pause`)).status).toBe(409);
    expect((await native.call(`GET /v1/runs/${second.id}`)).body.status).toBe('queued');
  });

  it('is stopped in vain when its run is over: that changes nothing', async () => {
    const { session, first, second } = await queue();
    await native.call(`POST /v1/runs/${first}/stop`);
    await native.runEvents(second.id);
    const busy = await native.start(session, script({ ask: 'Again?' }), 'input.requested');
    expect(await native.call(`POST /v1/runs/${second.id}/stop`)).toEqual({ status: 200, body: { runId: null } });
    expect((await native.call(`GET /v1/runs/${busy}`)).body.status).toBe('awaiting_input');
  });
});

const sockets = dialects.flatMap((dialect) =>
  conversing(dialect)
    .filter(({ framing, session }) => framing === 'ws' && session === 'path')
    .map((endpoint) => ({ name: dialect.name, dialect, endpoint })),
);

it.each(sockets)('ends on the socket of $name when its message is taken back', async ({ dialect, endpoint }) => {
  const session = await native.newSession();
  const first = await native.start(session, script({ ask: 'Go on?' }), 'input.requested');
  const client = await open(dialect, endpoint, session);
  const { body } = await native.call<Posted>(`POST /v1/sessions/${session}/runs`, { input: 'never', ref: 'never' });
  await native.call(`POST /v1/runs/${body.id}/stop`);
  await native.call(`POST /v1/runs/${first}/stop`);
  await client.until(({ drafts }) => {
    const began = drafts.findIndex((draft) => draft.type === 'run.started' && draft.input === 'never');
    return began >= 0 && drafts.slice(began).some(isEnd);
  });
  expect(client.drafts.some((draft) => draft.type === 'text.delta' && draft.delta.includes('never'))).toBe(false);
  await client.close();
});

function open(dialect: (typeof dialects)[number], endpoint: Endpoint, session: string): Promise<RawClient> {
  return RawClient.open(server.url, { dialect, endpoint, session, query: { cursor: '1', after: '0.0' } });
}

it('is one of so many and no more, on every socket, until one has had its turn', async () => {
  const session = await native.newSession();
  const first = await native.start(session, script({ rest: 600_000 }), 'run.started');
  const send = (ref: string) => native.call(`POST /v1/sessions/${session}/runs`, { input: 'wait', ref });
  for (let n = 0; n < MAX_WAITING; n += 1) expect((await send(`r${n}`)).status).toBe(201);
  const refused = {
    status: 409,
    body: { error: { code: 'BUSY', message: expect.stringMatching(/wait.* \/ .*排队/) } },
  };
  expect(await send('beyond')).toMatchObject(refused);
  expect((await send('r0')).status).toBe(201);
  for (const { dialect, endpoint, path } of talkingSockets) {
    const client = await RawClient.open(server.url, { dialect, endpoint, session });
    await client.send({ type: 'message.send', text: 'beyond' });
    await client.until(({ frames }) => frames.some(({ data }) => data.includes('排队')));
    client.cut();
    expect((await native.call(`GET /v1/sessions/${session}`)).body, path).toMatchObject({ status: 'active' });
  }
  await native.call(`POST /v1/runs/${first}/stop`);
  await native.runEvents('r0', isEnd);
  await expect.poll(async () => (await send('beyond')).status).toBe(201);
  await native.call(`DELETE /v1/sessions/${session}`);
});

it('lets go of the stream of a run that never was', async () => {
  expect((await linesUntil(`${server.url}/v1/runs/run_${'0'.repeat(32)}/events`, {})).status).toBe(404);
});

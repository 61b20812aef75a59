import { describe, expect, it } from 'vitest';
import { linesUntil } from './support/api.ts';
import { serverForAll } from './support/open-server.ts';

const { server, native } = serverForAll();

describe('sessions', () => {
  it('are made, read, changed, listed and removed', async () => {
    const made = await native.call<{ id: string }>('POST /v1/sessions', {
      title: 'Trip 旅行',
      settings: { a: 1, b: { c: 2 } },
    });
    expect(made).toMatchObject({ status: 201, body: { title: 'Trip 旅行', settings: { a: 1, b: { c: 2 } } } });
    const path = `/v1/sessions/${made.body.id}`;
    expect(await native.call(`GET ${path}`)).toMatchObject({ status: 200, body: made.body });

    const changed = await native.call(`PATCH ${path}`, {
      title: 'Journey',
      model: 'm',
      settings: { b: { c: null, d: 3 } },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { title: 'Journey', model: 'm', settings: { a: 1, b: { d: 3 } } },
    });
    expect((await native.call(`GET ${path}`)).body).toMatchObject(changed.body);

    const found = await native.call<{ sessions: { id: string }[] }>('GET /v1/sessions?q=journey');
    expect(found.body.sessions).toEqual([changed.body]);

    expect(await native.call(`DELETE ${path}`)).toEqual({ status: 204, body: undefined });
    expect((await native.call(`GET ${path}`)).status).toBe(404);
    expect((await native.call(`DELETE ${path}`)).status).toBe(404);
  });

  it('are answered by somebody who is there: any other choice is refused, and one can be taken back', async () => {
    const session = await native.newSession();
    const path = `/v1/sessions/${session}`;
    expect(await native.call(`PATCH ${path}`, { title: 'x', agent: 'nobody' })).toMatchObject({
      status: 404,
      body: { error: { code: 'NOT_FOUND', message: expect.stringContaining('no such agent') } },
    });
    expect((await native.call('POST /v1/sessions', { agent: 'nobody' })).status).toBe(404);
    expect((await native.call(`GET ${path}`)).body).toMatchObject({ title: '' });
    expect((await native.call(`PATCH ${path}`, { agent: 'script' })).status).toBe(200);
    expect((await native.call(`PATCH ${path}`, { agent: '' })).status).toBe(200);
    await native.start(session, 'hello', 'run.finished');
  });

  it('are listed page by page, each once', async () => {
    const made = new Set([await native.newSession(), await native.newSession(), await native.newSession()]);
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const query: string = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
      const { body } = await native.call<{ sessions: { id: string }[]; next?: string }>(
        `GET /v1/sessions?limit=2${query}`,
      );
      expect(body.sessions.length).toBeLessThanOrEqual(2);
      seen.push(...body.sessions.map(({ id }) => id));
      after = body.next;
      // A place tells nothing of the sessions: their own names may be others than the ones they go by.
      expect(after ?? '').not.toMatch(/[0-9a-f]{8}-/);
    } while (after !== undefined);
    expect(new Set(seen).size).toBe(seen.length);
    expect([...made].filter((id) => !seen.includes(id))).toEqual([]);
  });

  it('tell those who watch when they are removed', async () => {
    const session = await native.newSession();
    await native.start(session, 'hello', 'run.finished');
    let removed: Promise<{ status: number }> | undefined;
    const watching = linesUntil(`${server.url}/v1/sessions/${session}/events`, {}, (line) => {
      if (line.includes('run.finished')) removed = native.call(`DELETE /v1/sessions/${session}`);
      return false;
    });
    expect((await watching).isWhole).toBe(true);
    expect((await removed)?.status).toBe(204);
  });
});

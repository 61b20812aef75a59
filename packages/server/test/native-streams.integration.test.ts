import { once } from 'node:events';
import type { RunEvent } from '@polywire/protocol';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { linesUntil } from './support/api.ts';
import { isEnd, script, typesOf } from './support/native.ts';
import { serverForAll } from './support/open-server.ts';

const { server, native } = serverForAll();

describe('streams', () => {
  const says = script({ say: 'a', times: 5 }, { say: 'b' });

  it('of a run have its events alone, in every framing, to its end', async () => {
    const session = await native.newSession();
    await native.start(session, 'before', 'run.finished');
    const run = await native.start(session, script({ say: 'a', times: 5 }, { ask: 'Go on?' }), 'input.requested');
    const live = native.runEvents(run);
    await native.call(`POST /v1/sessions/${session}/runs`, { input: 'after' });
    await native.call(`POST /v1/runs/${run}/inputs/${run}.s1`, { decision: 'reply', text: 'yes' });
    const all = await native.sessionEvents(session, (event) => isEnd(event) && event.seq > 30);
    const own = all.filter(({ runId }) => runId === run);
    const between = all.filter(({ seq, runId }) => seq > (own[0]?.seq ?? 0) && runId === undefined);
    expect(typesOf(between)).toEqual(['message.accepted']);

    expect(await live).toEqual(own);
    expect(await native.runEvents(run)).toEqual(own);
    const sse = await linesUntil(`${server.url}/v1/runs/${run}/events`, { accept: 'text/event-stream' });
    expect(dataOf(sse.lines)).toEqual(own);
    expect(await socketData(`/v1/runs/${run}/events`)).toEqual([{ type: 'session', id: session }, ...own]);
  });

  it('go on exactly after the last id', async () => {
    const session = await native.newSession();
    const run = await native.start(session, says, 'run.finished');
    for (const path of [`/v1/runs/${run}/events`, `/v1/sessions/${session}/events`]) {
      const whole = await linesUntil(`${server.url}${path}`, {}, (line) => line.includes('"run.finished"'));
      const ids = whole.lines.filter((line) => line.startsWith('id:')).map((line) => line.slice(3).trim());
      const data = dataOf(whole.lines);
      expect(data.map(({ seq }) => `${seq}.0`)).toEqual(ids);
      for (const [i, id] of ids.slice(0, -1).entries()) {
        const isLast = (line: string) => line.includes('"run.finished"');
        for (const query of ['', '?after=0']) {
          const rest = await linesUntil(`${server.url}${path}${query}`, { 'last-event-id': id }, isLast);
          expect(dataOf(rest.lines)).toEqual(data.slice(i + 1));
        }
        const lines = await linesUntil(`${server.url}${path}?after=${id}`, { accept: 'application/x-ndjson' }, isLast);
        expect(lines.lines.map((line) => JSON.parse(line))).toEqual(data.slice(i + 1));
      }
    }
  });

  it('of a run that is over and was seen say so, and an EventSource stays away', async () => {
    const session = await native.newSession();
    const run = await native.start(session, 'hi', 'run.finished');
    const { body } = await native.call<{ last: number }>(`GET /v1/runs/${run}`);
    const seen = await linesUntil(`${server.url}/v1/runs/${run}/events`, { 'last-event-id': `${body.last}.0` });
    expect(seen).toEqual({ status: 204, lines: [], isWhole: true });
  });

  it('refuse what is not there, and cursors that are none', async () => {
    const session = await native.newSession();
    const run = await native.start(session, script({ ask: '?' }), 'input.requested');
    const status = async (path: string) => (await native.call(`GET ${path}`)).status;
    expect(await status('/v1/sessions/nowhere/events')).toBe(404);
    expect(await status('/v1/runs/nowhere/events')).toBe(404);
    expect((await native.call('POST /v1/runs/nowhere/stop')).body).toMatchObject({
      error: { code: 'NOT_FOUND', message: 'There is no run nowhere. / 没有运行 nowhere。' },
    });
    expect(await status(`/v1/sessions/${session}/events?after=x`)).toBe(422);
    expect(await status(`/v1/sessions/${session}/events?after=999999`)).toBe(422);
    expect(await status(`/v1/runs/${run}/events?after=x`)).toBe(422);
    expect(await status(`/v1/runs/${run}/events?after=999999`)).toBe(422);
    await native.call(`POST /v1/runs/${run}/stop`);
  });

  it.each(['en', 'zh'])('say in the language of who is turned away why they end (%s)', async (lang) => {
    const session = await native.newSession();
    const ws = new WebSocket(`${server.url.replace('http', 'ws')}/v1/sessions/${session}/events?after=99&lang=${lang}`);
    const [code, reason] = (await once(ws, 'close')) as [number, Buffer];
    expect(code).toBe(1008);
    expect(/\p{Script=Han}/u.test(String(reason))).toBe(lang === 'zh');
  });

  it('of a run take no messages', async () => {
    const session = await native.newSession();
    const run = await native.start(session, script({ ask: '?' }), 'input.requested');
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/runs/${run}/events`);
    const answer = new Promise<object>((resolve) => {
      socket.on('message', (data) => {
        const frame = JSON.parse(data.toString());
        if (frame.type === 'answer') resolve(frame);
      });
    });
    socket.on('open', () => socket.send('{"type":"message.send","text":"no"}'));
    expect(await answer).toMatchObject({ ok: false, error: { code: 'NOT_ALLOWED' } });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await native.call(`POST /v1/runs/${run}/stop`);
    expect(await closed).toBe(1000);
  });

  it('are told again in any dialect', async () => {
    const session = await native.newSession();
    await native.start(session, says, 'run.finished');
    const nexus = await linesUntil(`${server.url}/v1/sessions/${session}/frames?dialect=nexus`, {});
    const frames = nexus.lines.map((line) => JSON.parse(line));
    expect(frames.at(0)).toMatchObject({ event: 'run_started' });
    expect(frames.at(-1)).toMatchObject({ event: 'run_finished' });
    const own = await linesUntil(`${server.url}/v1/sessions/${session}/frames?dialect=native`, {});
    expect(own.lines.map((line) => JSON.parse(line))).toEqual(await native.sessionEvents(session, isEnd));
    const restored = await linesUntil(
      `${server.url}/v1/sessions/${session}/frames?dialect=nexus&restore=1&cursor=1`,
      {},
    );
    expect(JSON.parse(restored.lines[0] ?? '')).toHaveProperty('polywire.cursor');
    expect((await native.call(`GET /v1/sessions/${session}/frames?dialect=klingon`)).status).toBe(404);
    expect((await native.call(`GET /v1/sessions/${session}/frames`)).status).toBe(422);
    expect((await native.call(`GET /v1/sessions/${session}/frames?dialect=nexus&variant=loud`)).status).toBe(422);
    expect((await native.call('GET /v1/sessions/nowhere/frames?dialect=nexus')).status).toBe(404);
  });
});

function dataOf(lines: readonly string[]): RunEvent[] {
  return lines.filter((line) => line.startsWith('data:')).map((line) => JSON.parse(line.slice(5)));
}

async function socketData(path: string): Promise<object[]> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`);
  const frames: object[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(data.toString())));
  await new Promise((resolve) => socket.once('close', resolve));
  return frames;
}

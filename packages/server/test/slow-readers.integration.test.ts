import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { dialectNamed } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { RawClient } from './support/client.ts';
import { serverForEach } from './support/open-server.ts';
import { endless, metrics, play, watch } from './support/watching.ts';

const native = dialectNamed('native');

const { server, native: api } = serverForEach();

it('cuts a reader that does not read, keeps nobody else waiting, and lets it go on exactly', async () => {
  const session = await api.newSession();
  const reader = await watch(server.url, native, session);
  const idle = new WebSocket(`${server.url.replace('http', 'ws')}/v1/sessions/${session}/events?cursor=1`);
  await once(idle, 'open');
  const early: string[] = [];
  idle.on('message', (data) => early.push(data.toString()));
  idle.pause();
  await play(reader, [{ say: 'x'.repeat(20_000), times: 600 }]);
  await reader.until((c) => c.has('run.finished'));
  while (!/^polywire_readers_cut_total.* 1$/m.test(await metrics(server.url))) await pause(100);
  idle.resume();
  const [, reason] = (await once(idle, 'close')) as [number, Buffer];
  expect(String(reason)).toMatch(/resume from your cursor\. \/ .*请从游标处继续。$/);
  const seqs = (frames: readonly string[]) =>
    frames.map((data) => JSON.parse(data).seq).filter((seq) => seq !== undefined);
  const whole = seqs(reader.frames.map(({ data }) => data));
  const got = seqs(early);
  expect(got.length).toBeLessThan(whole.length);
  expect(got).toEqual(whole.slice(0, got.length));
  const back = await watch(server.url, native, session, { after: String(got.at(-1) ?? 0) });
  await back.until((c) => c.has('run.finished'));
  expect([...got, ...seqs(back.frames.map(({ data }) => data))]).toEqual(whole);
}, 60_000);

it('gives those who stand still what is theirs, whoever reads meanwhile', async () => {
  const [one, other] = await Promise.all([api.newSession(), api.newSession()]);
  const text = await longTextIn(one, 600);
  const otherText = await longTextIn(other, 100);
  const still = await Promise.all([one, one, one].map((session) => standingStill(session)));
  // Compared as a whole: what differs would be megabytes.
  expect((await wholeText(await watch(server.url, native, other))) === otherText).toBe(true);
  const shown = await Promise.all(still.map((begin) => begin()));
  expect(shown.map((each) => each === text)).toEqual([true, true, true]);
}, 60_000);

it('hears a client that has not read its replay: it stops the run', async () => {
  const session = await api.newSession();
  const reader = await watch(server.url, native, session);
  await play(reader, [{ say: 'x'.repeat(20_000), times: 600 }, ...endless]);
  await reader.until((c) => c.frames.length > 610);
  const idle = new WebSocket(`${server.url.replace('http', 'ws')}/v1/sessions/${session}/events?cursor=1`);
  await once(idle, 'open');
  idle.pause();
  idle.send(JSON.stringify({ type: 'run.stop' }));
  await reader.until((c) => c.has('run.finished'));
  expect(reader.drafts.at(-1)).toMatchObject({ type: 'run.finished', status: 'stopped' });
  // It was heard while its replay waited, and not because that was given up.
  expect(await metrics(server.url)).not.toMatch(/^polywire_readers_cut_total.* [1-9]/m);
  idle.terminate();
  await reader.close();
}, 30_000);

/** With 600 times it is more than a connection takes for one who does not read. */
async function longTextIn(session: string, times: number): Promise<string> {
  const reader = await watch(server.url, native, session);
  await play(reader, [{ say: `${session} ${'x'.repeat(20_000)}`, times }]);
  await wholeText(reader);
  return wholeText(await watch(server.url, native, session));
}

async function wholeText(reader: RawClient): Promise<string> {
  await reader.until((c) => c.has('run.finished'));
  await reader.close();
  return reader.frames.map(({ data }) => data).join('\n');
}

/** A reader who begins to read when he is told to. */
async function standingStill(session: string): Promise<() => Promise<string>> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/sessions/${session}/events`);
  const frames: string[] = [];
  const end = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', (code, reason) => reject(new Error(`closed: ${code} ${reason}`)));
    socket.on('message', (data) => {
      frames.push(data.toString());
      if (frames.at(-1)?.includes('"run.finished"')) resolve();
    });
  });
  end.catch(() => undefined);
  await once(socket, 'open');
  socket.pause();
  return async () => {
    socket.resume();
    await end;
    socket.close();
    return frames.join('\n');
  };
}

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Cursor,
  type Dialect,
  dialectNamed,
  dialects,
  type Endpoint,
  formatCursor,
  framesFor,
  type RunEvent,
  verify,
} from '@polywire/protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { conversing, RawClient, type Received } from './support/client.ts';
import { ServerProcess } from './support/process.ts';
import type { Scene } from './support/script-agent.ts';

const native = dialectNamed('native');
const ROUNDS = Number(process.env.POLYWIRE_KILLS ?? 20);

let data: string;
let server: ServerProcess;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'polywire-kill-'));
  server = await ServerProcess.start(data);
});
afterEach(async () => {
  await server.kill();
  await rm(data, { recursive: true, force: true });
});

/** One client that comes back after every kill with its last cursor, and keeps what it was ever shown. */
class Witness {
  readonly shown: Received[] = [];
  readonly dialect: Dialect;
  readonly session: string;
  client: RawClient | undefined;

  constructor(dialect: Dialect, session: string) {
    this.dialect = dialect;
    this.session = session;
  }

  async attach(): Promise<void> {
    const endpoint = conversing(this.dialect).find(({ framing }) => framing === 'ws') as Endpoint;
    const cursor: Cursor = this.shown.at(-1)?.cursor ?? { seq: 0, sub: 0 };
    const after = formatCursor(cursor);
    const query = { cursor: '1', ...(endpoint.session === 'path' && { after }) };
    const session = endpoint.session === 'path' ? { session: this.session } : {};
    this.client = await RawClient.open(server.url, { dialect: this.dialect, endpoint, query, ...session });
    if (endpoint.session !== 'path') {
      await this.client.send({ type: 'attach', session: this.session, after, wants: { cursor: true, restore: false } });
    }
  }

  /** What the connection showed until it was cut. */
  keep(): void {
    this.shown.push(...(this.client?.frames ?? []).filter(({ cursor }) => cursor !== undefined));
    this.client?.cut();
    this.client = undefined;
  }
}

it(`loses, doubles and reorders nothing through ${ROUNDS} kills, in any dialect`, async () => {
  const session = randomUUID();
  const writer = await open(session);
  const scenes: Scene[] = Array.from({ length: 4 * ROUNDS }, (_, i) => ({ say: `part${i}.`, times: 8, everyMs: 3 }));
  await writer.send({ type: 'message.send', text: JSON.stringify(scenes), ref: 'first' });
  await writer.send({ type: 'message.send', text: JSON.stringify([{ say: 'after it' }]), ref: 'second' });
  await writer.until(({ frames }) => frames.filter(({ data: text }) => text.includes('"answer"')).length === 2);
  writer.cut();

  const witnesses = dialects.map((dialect) => new Witness(dialect, session));
  const random = lcg(20_261_115);
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(witnesses.map((witness) => witness.attach()));
    const [first] = witnesses as [Witness];
    const more = Math.floor(random() * 25);
    await first.client?.until(({ frames }) => {
      const done = frames.findIndex(({ data: text }) => text.includes('"type":"checkpoint"'));
      return (done >= 0 && frames.length > done + more) || finishedRuns([...first.shown, ...frames]) === 2;
    });
    await server.kill();
    for (const witness of witnesses) witness.keep();
    server = await ServerProcess.start(data);
  }
  await Promise.all(witnesses.map((witness) => witness.attach()));
  const whole = await open(session);
  await whole.until(({ frames }) => finishedRuns(frames) === 2);
  const events = whole.frames
    .map(({ data: text }) => JSON.parse(text))
    .filter(({ seq }) => seq !== undefined) as RunEvent[];

  expect(verify(events)).toBeUndefined();
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
  expect(events.filter(({ type }) => type === 'run.started')).toMatchObject([{ ref: 'first' }, { ref: 'second' }]);
  expect(events.filter(({ type }) => type === 'run.finished')).toMatchObject([
    { status: 'complete' },
    { status: 'complete' },
  ]);
  for (const witness of witnesses) {
    const encoder = witness.dialect.server.encoder(streamOf(witness));
    const wants = { cursor: true, restore: false };
    const frames = events.flatMap((event) => framesFor(encoder.push(event), wants));
    const expected = frames.map(({ seq, sub }) => formatCursor({ seq, sub }));
    await witness.client?.until(
      (client) => client.frames.filter(({ cursor }) => cursor).length + witness.shown.length >= expected.length,
    );
    witness.keep();
    expect(witness.shown.map(({ cursor }) => formatCursor(cursor as Cursor))).toEqual(expected);
  }
}, 240_000);

it('parks a run that stops the process again and again, and the others go on', async () => {
  const [poison, good] = [randomUUID(), randomUUID()];
  const [bad, other] = await Promise.all([open(poison), open(good)]);
  await other.send({ type: 'message.send', text: JSON.stringify([{ ask: 'Still there?' }]) });
  await other.until(({ drafts }) => drafts.some((draft) => draft.type === 'run.status'));
  await bad.send({ type: 'message.send', text: JSON.stringify([{ crash: true }]) });
  await server.ended();
  let client: RawClient | undefined;
  for (let tries = 0; tries < 6 && !client?.has('run.finished'); tries += 1) {
    server = await ServerProcess.start(data).catch(() => server);
    client = await open(poison).catch(() => undefined);
    await client?.until((c) => c.has('run.finished')).catch(() => server.ended());
  }
  expect(client?.drafts).toContainEqual(expect.objectContaining({ type: 'error', code: 'CRASHED' }));
  const again = await open(good);
  await again.send({ type: 'input.answer', decision: 'reply', text: 'yes' });
  await again.until((c) => c.has('run.finished'));
}, 120_000);

it('stops on SIGTERM within its grace, tells its clients, and goes on after the next start', async () => {
  const session = randomUUID();
  const client = await open(session);
  await client.send({
    type: 'message.send',
    text: JSON.stringify([{ say: 'slow', times: 300, everyMs: 10 }, { say: 'end' }]),
  });
  await client.until((c) => c.has('text.delta'));
  expect(await server.stop()).toBe(0);
  await expect(client.until(() => false)).rejects.toThrow('closed (1012)');
  server = await ServerProcess.start(data);
  const again = await open(session);
  await again.until((c) => c.has('run.finished'));
  expect(again.drafts).toContainEqual(expect.objectContaining({ type: 'text.delta', delta: 'end' }));
}, 60_000);

function open(session: string): Promise<RawClient> {
  return RawClient.open(server.url, { dialect: native, endpoint: conversing(native)[0] as Endpoint, session });
}

function finishedRuns(frames: readonly Received[]): number {
  return frames.filter(({ data: text }) => text.includes('"type":"run.finished"')).length;
}

function streamOf({ dialect, session }: Witness) {
  const endpoint = conversing(dialect).find(({ framing }) => framing === 'ws');
  const variant = endpoint?.variant ?? (dialect.traits.variants[0] as string);
  return { id: session, variant, utcOffsetMin: 0, locale: 'en', baseUrl: '' } as const;
}

/** The same numbers in every run of the test. */
function lcg(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

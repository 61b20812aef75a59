import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Dialect, dialects, type Endpoint } from '@polywire/protocol';
import type { NaiveReader } from '../../../../packages/conformance/src/reader.ts';
import { conversing, RawClient } from '../../../../packages/server/test/support/client.ts';
import { openSocket, socketAddresses } from '../../../../packages/server/test/support/raw.ts';
import { wordsOf } from './agent.ts';
import type { BesideReport } from './beside.ts';

/**
 * A well-behaved client: one run after another, on every wire that converses, each compared with what was to be said.
 * Meanwhile a second connection measures how soon the server answers.
 */
const [url = '', token = ''] = process.argv.slice(2);
const headers = { authorization: `Bearer ${token}` };
const WORDS = 20;
const EVERY_MS = 5;
/** Fewer say nothing about the slowest of a hundred. */
const MIN_WAITS = 100;

let runs = 0;
let wrong: string[] = [];
let waits: number[] = [];
/** Told after a run that began after the question. */
let asked: { after: number } | undefined;
let begun = 0;
/** Some wires say an answer again at its end: as often as the first time, whatever happens beside. */
const timesShown = new Map<Endpoint, number>();
/** Names for wires that take nothing else. */
let integers = 1_000_000;

process.on('disconnect', () => process.exit(0));
process.on('message', () => {
  asked = { after: begun };
});
process.send?.('ready');
await Promise.all([talk(), measure()]);

async function talk(): Promise<void> {
  const wires = dialects.flatMap((dialect) => conversing(dialect).map((endpoint) => ({ dialect, endpoint })));
  for (let i = 0; ; i = (i + 1) % wires.length) {
    const { dialect, endpoint } = wires[i] as (typeof wires)[number];
    begun += 1;
    await converse(dialect, endpoint).catch((error: Error) =>
      wrong.push(`${dialect.name} ${endpoint.path}: ${error.message}`),
    );
    runs += 1;
    if (asked && begun > asked.after && waits.length >= MIN_WAITS) tell();
  }
}

function tell(): void {
  const sorted = [...waits].sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  const report: BesideReport = { runs, wrong, p50: at(0.5), p99: at(0.99), max: at(1) };
  runs = 0;
  wrong = [];
  waits = [];
  asked = undefined;
  process.send?.(report);
}

async function converse(dialect: Dialect, endpoint: Endpoint): Promise<void> {
  const isNamed = endpoint.session === 'path' || dialect.traits.unknownSession !== 'refuse';
  const session = isNamed ? await nameFor(dialect) : undefined;
  const client = await RawClient.open(url, { dialect, endpoint, headers, ...(session !== undefined && { session }) });
  const { reader } = (await import(`../../../../packages/conformance/readers/${dialect.name}.ts`)) as {
    reader(): NaiveReader;
  };
  const naive = reader();
  const words = wordsOf(WORDS);
  let read = 0;
  await client.send({ type: 'message.send', text: `words:${WORDS}` });
  await client.until(({ frames, isClosed }) => {
    for (; read < frames.length; read += 1) naive.push(frames[read]?.data ?? '');
    if (isClosed) naive.close();
    const { busy, text } = naive.screen();
    return !busy && text.includes((words.at(-1) as string).trim());
  });
  const { text, errors } = naive.screen();
  await client.close();
  if (errors.length > 0) throw new Error(`showed ${errors.join(', ')}`);
  const parts = text.split(words.join('').trim());
  const times = parts.length - 1;
  const usual = timesShown.get(endpoint) ?? times;
  timesShown.set(endpoint, usual);
  if (times !== usual || times === 0 || parts.some((part) => /w\d/.test(part))) throw new Error(`showed ${text}`);
}

/** Where sessions must be there first, one is made. */
async function nameFor({ traits }: Dialect): Promise<string> {
  integers += 1;
  if (traits.sessionIds === 'integer') return String(integers);
  if (traits.unknownSession !== 'refuse') return randomUUID();
  const made = await fetch(`${url}/v1/sessions`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  return ((await made.json()) as { id: string }).id;
}

async function measure(): Promise<void> {
  const bare = socketAddresses.find(({ endpoint }) => endpoint.session === 'message');
  const ws = await openSocket(url, bare?.path ?? '/', { headers });
  ws.once('close', (code) => wrong.push(`the connection that measures was closed with ${code}`));
  for (;;) {
    const began = performance.now();
    ws.ping();
    await once(ws, 'pong');
    waits.push(performance.now() - began);
    await pause(EVERY_MS);
  }
}

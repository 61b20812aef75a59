import { type Dialect, type Draft, stampDraft, stampFrame } from '@polywire/protocol';
import { Previews } from '../../packages/server/src/wire/previews.ts';
import { WORD } from './contract.ts';

/**
 * The frames of one long answer as a server of ours would send them to a client of ours, so many events at a time. Made
 * as they are needed: what all of them take in memory is no cost of the client's.
 */
export function* answerIn(dialect: Dialect, chunks: number): Generator<readonly string[]> {
  const endpoint = dialect.endpoints.find(({ does, framing }) => does === 'converse' && framing === 'ws');
  const variant = endpoint?.variant ?? (dialect.traits.variants[0] as string);
  const stream = { id: '1', variant, utcOffsetMin: 0, locale: 'en', baseUrl: 'http://host' } as const;
  const encoder = dialect.server.encoder(stream);
  const pace = dialect.traits.preview;
  const previews = pace && new Previews(pace, () => encoder.preview());
  let seq = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let batch: string[] = [];
  for (const draft of drafts(chunks)) {
    seq += 1;
    const at = seq * EVENT_MS;
    const frames = encoder.push(stampDraft(draft, seq, BEGAN + at));
    batch.push(...frames.map((frame) => stampFrame(frame, { cursor: true, restore: true })));
    if (previews && at - lookedAt >= pace.everyMs) {
      lookedAt = at;
      batch.push(...previews.look(false).map(({ data }) => data));
    }
    if (seq % BATCH_EVENTS !== 0) continue;
    yield batch.map(received);
    batch = [];
  }
  yield batch.map(received);
}

/** A text that came over a socket is in one piece; one that was just put together is not yet. */
function received(data: string): string {
  return Buffer.from(data).toString();
}

/** As many as the others are given at once. */
const BATCH_EVENTS = 256;
/** 50 a second, the pace of the other workloads: previews depend on it. */
const EVENT_MS = 20;
const BEGAN = 1_700_000_000_000;

function* drafts(chunks: number): Generator<Draft> {
  const about = { runId: 'r1', messageId: 'm1' };
  yield { type: 'run.started', runId: 'r1', input: 'go' };
  yield { type: 'message.started', ...about, role: 'assistant' };
  for (let n = 0; n < chunks; n += 1) yield { type: 'text.delta', ...about, delta: WORD };
  yield { type: 'message.completed', ...about };
  yield { type: 'run.finished', runId: 'r1', status: 'complete' };
}

import type { OpenWebSocket, WebSocketLike } from '@polywire/client';
import { type Dialect, type Draft, stampDraft, stampFrame } from '@polywire/protocol';

/** A socket that is given the frames of one long answer, as a server of ours would send them to a client of ours. */
export function fakeSocket(dialect: Dialect, chunks: number): { open: OpenWebSocket; play(): Promise<number> } {
  const frames = framesOf(dialect, chunks);
  let socket: WebSocketLike | undefined;
  return {
    open: () => {
      const made: WebSocketLike = {
        onopen: null,
        onmessage: null,
        onclose: null,
        onerror: null,
        send: () => undefined,
        close: () => undefined,
      };
      socket = made;
      queueMicrotask(() => made.onopen?.());
      return made;
    },
    async play() {
      for (let waits = 0; !socket && waits < 100; waits += 1) await new Promise((resolve) => setImmediate(resolve));
      let spent = 0;
      // Made as they are needed: what all of them take in memory is no cost of the client's.
      for (let batch = take(frames); batch.length > 0; batch = take(frames)) {
        const begun = performance.now();
        for (const data of batch) socket?.onmessage?.({ data });
        spent += performance.now() - begun;
        await new Promise((resolve) => setImmediate(resolve));
      }
      return spent;
    },
  };
}

const BATCH = 256;

function take(frames: Iterator<string>): string[] {
  const batch: string[] = [];
  while (batch.length < BATCH) {
    const { done, value } = frames.next();
    if (done) break;
    batch.push(value);
  }
  return batch;
}

function* framesOf(dialect: Dialect, chunks: number): Generator<string> {
  const endpoint = dialect.endpoints.find(({ does, framing }) => does === 'converse' && framing === 'ws');
  const variant = endpoint?.variant ?? (dialect.traits.variants[0] as string);
  const stream = { id: '1', variant, utcOffsetMin: 0, locale: 'en', baseUrl: 'http://host' } as const;
  const encoder = dialect.server.encoder(stream);
  let seq = 0;
  for (const draft of drafts(chunks)) {
    seq += 1;
    for (const frame of encoder.push(stampDraft(draft, seq, 1_700_000_000_000 + seq))) {
      yield stampFrame(frame, { cursor: true, restore: true });
    }
  }
}

function* drafts(chunks: number): Generator<Draft> {
  const about = { runId: 'r1', messageId: 'm1' };
  yield { type: 'run.started', runId: 'r1', input: 'go' };
  yield { type: 'message.started', ...about, role: 'assistant' };
  for (let n = 0; n < chunks; n += 1) yield { type: 'text.delta', ...about, delta: 'word ' };
  yield { type: 'message.completed', ...about };
  yield { type: 'run.finished', runId: 'r1', status: 'complete' };
}

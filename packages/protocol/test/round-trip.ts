// Runs inside the bundle, where there is nothing but the language and what a browser has.
import { type Draft, dialects, type StreamInfo, stampDraft, verify } from '../src/index.ts';

/** All of it goes into the bundle, used here or not. */
export * from '../src/index.ts';

export const TEXT = '你好, Polywire 👋\n"quoted" \u2028 [DONE]';

export interface RoundTrip {
  readonly dialect: string;
  readonly frames: number;
  /** What the assistant said, as the client side of the dialect read it. */
  readonly text: string;
  readonly end: string | undefined;
  readonly problems: readonly string[];
}

/** A small run in every dialect: encoded by its server side, decoded by its client side. */
export function roundTrips(): RoundTrip[] {
  return dialects.map((dialect) => {
    const stream: StreamInfo = {
      id: '1',
      variant: dialect.traits.variants[0] as string,
      utcOffsetMin: 480,
      locale: 'zh',
      baseUrl: 'http://127.0.0.1',
    };
    const encoder = dialect.server.encoder(stream);
    const decoder = dialect.client.decoder(stream);
    const frames = run.flatMap((draft, i) => encoder.push(stampDraft(draft, i + 1, 1_700_000_000_000)));
    const results = frames.map((frame) => decoder.push(frame));
    const drafts = results.flatMap((result) => result.values);
    const illegal = verify(drafts.map((draft, i) => stampDraft(draft, i + 1, 0)));
    return {
      dialect: dialect.name,
      frames: frames.length,
      text: drafts.map((draft) => (draft.type === 'text.delta' ? draft.delta : '')).join(''),
      end: drafts.find((draft) => draft.type === 'run.finished')?.status,
      problems: [...results.flatMap(({ issue }) => issue?.detail ?? []), ...(illegal ? [illegal.reason] : [])],
    };
  });
}

const tool = { callId: 'c1', name: 'clock', runId: 'r1' };
const message = { messageId: 'm1', runId: 'r1' };
const run: Draft[] = [
  { type: 'run.started', runId: 'r1', input: 'hi' },
  { type: 'tool.call', ...tool, args: { zone: 'Asia/Shanghai' } },
  { type: 'tool.started', ...tool },
  { type: 'tool.finished', ...tool, outcome: 'ok', result: '12:00' },
  { type: 'message.started', ...message, role: 'assistant' },
  { type: 'text.delta', ...message, delta: TEXT.slice(0, 5) },
  { type: 'text.delta', ...message, delta: TEXT.slice(5) },
  { type: 'message.completed', ...message },
  { type: 'run.finished', runId: 'r1', status: 'complete' },
];

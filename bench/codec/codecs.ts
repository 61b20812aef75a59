import { type Dialect, dialects, type EncodedFrame, framesFor } from '@polywire/protocol';
import type { Contest, Result } from '../lib/race.ts';
import type { Cell } from '../lib/table.ts';
import type { Words } from '../lib/words.ts';
import { type Workload, workloads } from './workloads.ts';

/** One dialect under one workload: our codec on one side, JSON of the very same frames on the other. */
export interface CodecCase {
  readonly dialect: Dialect;
  readonly workload: Workload;
  readonly framesPerEvent: number;
  readonly encode: Contest;
  /** undefined where the workload gives no frames. */
  readonly decode: Contest | undefined;
}

/** At most the time of JSON.stringify of the whole frame, for a text delta in dialects that send each delta as a frame. */
export const ENCODE_GOAL = 1.0;

/** A dialect that keeps these events as state and sends previews of it has no frame to compare: no row. */
export function codecCases(size: number): CodecCase[] {
  const all = workloads(size).flatMap((workload) => dialects.map((dialect) => codecCase(dialect, workload)));
  return all.filter(({ framesPerEvent }) => framesPerEvent > 0);
}

export function isUnderGoal({ workload, framesPerEvent }: CodecCase): boolean {
  return workload.name === 'textDelta' && framesPerEvent === 1;
}

export function codecRow(it: CodecCase, encode: Result, decode: Result | undefined, words: Words): Cell[] {
  const goal = isUnderGoal(it)
    ? [`≤ ${ENCODE_GOAL.toFixed(1)}`, encode.ratio <= ENCODE_GOAL ? words.met : words.missed]
    : ['', ''];
  const json = it.decode ? [encode.theirs, encode.ratio] : [undefined, undefined];
  return [
    words[it.workload.name],
    it.dialect.title,
    it.framesPerEvent,
    encode.ours,
    ...json,
    ...goal,
    decode?.ours,
    decode?.theirs,
    decode?.ratio,
  ];
}

const plain = { cursor: false, restore: false };

function codecCase(dialect: Dialect, workload: Workload): CodecCase {
  const { before, events } = workload;
  const stream = {
    id: 'session-1',
    variant: dialect.traits.variants[0] ?? '',
    utcOffsetMin: 0,
    locale: 'en',
    baseUrl: 'http://127.0.0.1:8787',
  } as const;
  const encoder = dialect.server.encoder(stream);
  const opening = framesFor(
    before.flatMap((event) => encoder.push(event)),
    plain,
  );
  const frames = framesFor(
    events.flatMap((event) => encoder.push(event)),
    plain,
  );
  const values = frames.map((frame) => JSON.parse(frame.data) as unknown);
  const operations = events.length;

  return {
    dialect,
    workload,
    framesPerEvent: frames.length / operations,
    encode: {
      operations,
      ours: () => {
        const fresh = dialect.server.encoder(stream);
        for (const event of before) fresh.push(event);
        return () => events.reduce((sum, event) => sum + read(fresh.push(event)), 0);
      },
      theirs: () => () => values.reduce<number>((sum, value) => sum + readText(JSON.stringify(value)), 0),
    },
    decode:
      frames.length === 0
        ? undefined
        : {
            operations,
            ours: () => {
              const fresh = dialect.client.decoder(stream);
              for (const frame of opening) fresh.push(frame);
              return () => frames.reduce((sum, frame) => sum + fresh.push(frame).values.length, 0);
            },
            theirs: () => () => frames.reduce((sum, frame) => sum + (JSON.parse(frame.data) ? 1 : 0), 0),
          },
  };
}

function read(frames: readonly EncodedFrame[]): number {
  let sum = 0;
  for (const frame of frames) sum += readText(frame.data);
  return sum;
}

/** Looking into a text makes the engine join its pieces, as sending it would: no side gets that for nothing. */
function readText(text: string): number {
  return text.charCodeAt(text.length >> 1);
}

import type { DecoderOptions, EncodedFrame, Signal, StreamInfo } from '../../dialect.ts';
import type { Draft } from '../../events.ts';
import { stampDraft } from '../../events.ts';
import type { Json, JsonObject } from '../../json.ts';
import { loom } from './index.ts';

export function streamOf(variant = 'ws', id = 't1'): StreamInfo {
  return { id, variant, utcOffsetMin: 0, locale: 'en', baseUrl: 'http://127.0.0.1:1' };
}

/** The frames of events that all belong to run `r`. */
export function framesOf(drafts: readonly Draft[], variant = 'ws'): readonly EncodedFrame[] {
  const encoder = loom.server.encoder(streamOf(variant));
  return drafts.flatMap((draft, i) => encoder.push(stampDraft({ runId: 'r', ...draft }, i + 1, 0)));
}

export function sent(drafts: readonly Draft[], variant = 'ws'): JsonObject[] {
  return framesOf(drafts, variant).map(({ data }) => JSON.parse(data) as JsonObject);
}

/** What a client makes of a server's frames. */
export function received(frames: readonly Json[], stream: StreamInfo = streamOf('ndjson'), options?: DecoderOptions) {
  const decoder = loom.client.decoder(stream, options);
  const decoded = frames.map((frame) => decoder.push({ data: JSON.stringify(frame) }));
  return {
    drafts: decoded.flatMap(({ values }) => values) as Draft[],
    signals: decoded.flatMap(({ signals }) => signals ?? []) as Signal[],
    issues: decoded.flatMap(({ issue }) => issue ?? []),
  };
}

export function ofType<T extends Draft['type']>(drafts: readonly Draft[], type: T) {
  return drafts.filter((draft): draft is Extract<Draft, { type: T }> => draft.type === type);
}

export function kinds(signals: readonly Signal[]): string[] {
  return signals.map(({ kind }) => kind);
}

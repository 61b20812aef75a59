import {
  type Decoded,
  type DecoderOptions,
  type Dialect,
  type Draft,
  type EncodedFrame,
  type Frame,
  framesFor,
  type Locale,
  type RunEvent,
  type StreamInfo,
  stampFrame,
  type Wants,
} from '@polywire/protocol';

export const restoring: Wants = { cursor: true, restore: true };
export const plain: Wants = { cursor: false, restore: false };

/** Every kind of stream a dialect has, in both languages. */
export function streamsOf(dialect: Dialect): readonly StreamInfo[] {
  return dialect.traits.variants.flatMap((variant) => [
    streamOf(dialect, { variant }),
    streamOf(dialect, { variant, locale: 'zh' }),
  ]);
}

export function streamOf(dialect: Dialect, chosen: Partial<StreamInfo> = {}): StreamInfo {
  return {
    id: 'session-1',
    variant: dialect.traits.variants[0] as string,
    utcOffsetMin: 0,
    locale: 'en' as Locale,
    baseUrl: 'http://127.0.0.1:8800',
    ...chosen,
  };
}

export function encodeAll(dialect: Dialect, stream: StreamInfo, events: Iterable<RunEvent>): EncodedFrame[] {
  const encoder = dialect.server.encoder(stream);
  return [...events].flatMap((event) => [...encoder.push(event)]);
}

/** What a client that wants this is sent for the events. */
export function sentFor(dialect: Dialect, stream: StreamInfo, events: Iterable<RunEvent>, wants: Wants): Frame[] {
  return framesFor(encodeAll(dialect, stream, events), wants).map((frame) => stamped(frame, wants));
}

export function stamped(frame: EncodedFrame, wants: Wants): Frame {
  return { data: stampFrame(frame, wants), ...(frame.event !== undefined && { event: frame.event }) };
}

/** What a client makes of each frame, the greeting before them and the end of the connection after them included. */
export function decodeAll(
  dialect: Dialect,
  stream: StreamInfo,
  frames: readonly Frame[],
  options: DecoderOptions & { readonly at: number },
): Decoded<Draft>[] {
  const { at, ...rest } = options;
  const decoder = dialect.client.decoder(stream, rest);
  const greeting = dialect.server.greet(stream, at);
  return [...[...greeting, ...frames].map((frame) => decoder.push(frame)), decoder.end()];
}

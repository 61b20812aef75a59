import type { Dialect, EncodedFrame, Encoder, Frame, JsonObject } from '@polywire/protocol';

type Alter = (frame: JsonObject) => readonly JsonObject[];

/** A dialect whose server sends other frames than it should. `alter` is made anew for each stream. */
export function sending(dialect: Dialect, alter: () => Alter): Dialect {
  const { server } = dialect;
  return { ...dialect, server: { ...server, encoder: (stream) => alteredEncoder(server.encoder(stream), alter()) } };
}

/** A dialect whose server changes the frames that are chosen. */
export function changing(
  dialect: Dialect,
  isIt: (frame: JsonObject) => boolean,
  change: (frame: JsonObject) => JsonObject,
): Dialect {
  return sending(dialect, () => (frame) => [isIt(frame) ? change(frame) : frame]);
}

/** A dialect whose server leaves out the frames that are chosen. */
export function omitting(dialect: Dialect, isIt: (frame: JsonObject) => boolean): Dialect {
  return sending(dialect, () => (frame) => (isIt(frame) ? [] : [frame]));
}

/** A dialect whose server sends something more after the frames that are chosen. */
export function adding(
  dialect: Dialect,
  isIt: (frame: JsonObject) => boolean,
  more: (frame: JsonObject) => JsonObject,
): Dialect {
  return sending(dialect, () => (frame) => (isIt(frame) ? [frame, more(frame)] : [frame]));
}

/** A dialect whose server greets otherwise. */
export function greeting(dialect: Dialect, alter: (frames: readonly JsonObject[]) => readonly JsonObject[]): Dialect {
  const { server } = dialect;
  const greet: Dialect['server']['greet'] = (stream, at) => alter(server.greet(stream, at).map(parsed)).map(framed);
  return { ...dialect, server: { ...server, greet } };
}

/** A dialect whose server answers commands otherwise. */
export function answering(dialect: Dialect, answer: Dialect['server']['answer']): Dialect {
  return { ...dialect, server: { ...dialect.server, answer } };
}

function alteredEncoder(encoder: Encoder, alter: Alter): Encoder {
  return {
    push: (event, stored) => encoder.push(event, stored).flatMap((frame) => alteredFrames(frame, alter)),
    preview: () => encoder.preview().flatMap((frame) => alter(parsed(frame)).map(framed)),
  };
}

/** Each needs a place of its own, and only the last one ends the turn. */
function alteredFrames(frame: EncodedFrame, alter: Alter): EncodedFrame[] {
  const { endsTurn = false, ...rest } = frame;
  const made = alter(parsed(frame));
  return made.map((json, i) => ({
    ...rest,
    data: JSON.stringify(json),
    sub: frame.sub * made.length + i,
    ...(endsTurn && i === made.length - 1 && { endsTurn }),
  }));
}

function parsed({ data }: Frame): JsonObject {
  return JSON.parse(data) as JsonObject;
}

function framed(json: JsonObject): Frame {
  return { data: JSON.stringify(json) };
}

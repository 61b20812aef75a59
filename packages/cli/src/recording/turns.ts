import { type Dialect, dialectNamed, type Frame } from '@polywire/protocol';
import { streamOf, Translator } from '../wire/translator.ts';
import type { Recorded, Recording } from './file.ts';

/** A frame and how long after the message (or the connection) it came. */
export interface Timed {
  readonly frame: Frame;
  readonly ms: number;
}

export interface PlayedTurn {
  readonly frames: readonly Timed[];
  /** The run is over at its end; otherwise it waits for an answer. */
  readonly isLast: boolean;
}

/** What a server says when somebody connects, and then in answer to each message. */
export interface Script {
  readonly greeting: readonly Timed[];
  readonly turns: readonly PlayedTurn[];
}

/** A recording as a server would play it, in the dialect it was made in or in another. */
export function scriptOf(recording: Recording, to: Dialect): Script {
  const from = dialectNamed(recording.head.dialect);
  const translator = new Translator(from, to, { now: () => 0 });
  const [greeting, ...turns] = split(recording.frames).map((part) => {
    const made = part.map(({ frame, ms }) => ({ ms, frame, ...translator.push(frame) }));
    const isLast = made.some(({ events }) => events.some(({ type }) => type === 'run.finished'));
    const translated = made.flatMap(({ frames, ms }) => frames.map(({ data, event }) => timed(data, event, ms)));
    return { frames: from === to ? part : translated, isLast };
  });
  // No event says a greeting, so the one of another dialect becomes none; a wire that greets later has it in its turns.
  return { greeting: from === to ? (greeting?.frames ?? []) : ownGreeting(to), turns };
}

function ownGreeting(dialect: Dialect): readonly Timed[] {
  return dialect.server.greet(streamOf(dialect), 0).map(({ data, event }) => timed(data, event, 0));
}

function split(frames: readonly Recorded[]): Timed[][] {
  const parts: Timed[][] = [[]];
  let start = 0;
  let spokeOn = 0;
  for (const { from, ms, data, event, connection } of frames) {
    if (from === 'client') {
      start = ms;
      spokeOn = connection;
      parts.push([]);
      continue;
    }
    // How later connections are greeted is how the first one was.
    if (connection > 1 && spokeOn !== connection) continue;
    parts.at(-1)?.push(timed(data, event, ms - start));
  }
  return parts;
}

function timed(data: string, event: string | undefined, ms: number): Timed {
  return { frame: { data, ...(event !== undefined && { event }) }, ms };
}

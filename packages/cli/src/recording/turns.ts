import { type Dialect, dialectNamed, type Frame } from '@polywire/protocol';
import { Translator } from '../wire/translator.ts';
import type { Recorded, Recording } from './file.ts';

/** A frame and how long after the message (or the connection) it came. */
export interface Timed {
  readonly frame: Frame;
  readonly ms: number;
}

/** What a server says when somebody connects, and then in answer to each message. */
export interface Script {
  readonly greeting: readonly Timed[];
  readonly turns: readonly (readonly Timed[])[];
}

/** A recording as a server would play it, in the dialect it was made in or in another. */
export function scriptOf(recording: Recording, to: Dialect): Script {
  const from = dialectNamed(recording.head.dialect);
  const parts = split(recording.frames);
  const [greeting = [], ...turns] = from === to ? parts : translated(parts, from, to);
  return { greeting, turns };
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

/** The greeting of the other dialect is the player's own affair; what a greeting brought belongs to no message. */
function translated(parts: readonly (readonly Timed[])[], from: Dialect, to: Dialect): Timed[][] {
  const translator = new Translator(from, to, { now: () => 0 });
  return parts.map((part, i) => {
    const made = part.flatMap(({ frame, ms }) =>
      translator.push(frame).frames.map(({ data, event }) => timed(data, event, ms)),
    );
    return i === 0 ? [] : made;
  });
}

function timed(data: string, event: string | undefined, ms: number): Timed {
  return { frame: { data, ...(event !== undefined && { event }) }, ms };
}

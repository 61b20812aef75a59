import { type Dialect, dialectNamed, type Endpoint, type Frame } from '@polywire/protocol';
import { Translator } from '../wire/translator.ts';
import type { Recorded, Recording } from './file.ts';
import { greetingFor, isGreeting } from './greeting.ts';

/** A frame and how long after the message (or the connection) it came. */
export interface Timed {
  readonly frame: Frame;
  readonly ms: number;
}

export interface PlayedTurn {
  /** It begins with a greeting of its own. */
  readonly isGreeted: boolean;
  readonly frames: readonly Timed[];
  /** The run is over at its end; otherwise it waits for an answer. */
  readonly isLast: boolean;
}

/** What a server says when somebody connects, and then in answer to each message. */
export interface Script {
  /** What front ends of the dialect wait for, where nothing that was recorded before the first message is that. */
  readonly greeting: readonly Timed[];
  readonly opening: readonly Timed[];
  readonly turns: readonly PlayedTurn[];
}

/** A recording as a server would play it, in the dialect it was made in or in another. */
export function scriptOf(recording: Recording, to: Dialect): Script {
  const from = dialectNamed(recording.head.dialect);
  const isSame = from === to;
  const translator = new Translator(from, to, { now: () => 0 });
  const [first, ...turns] = split(recording.frames).map((part) => {
    const made = part.map(({ frame, ms }) => ({ ms, frame, ...translator.push(frame) }));
    const isLast = made.some(({ events }) => events.some(({ type }) => type === 'run.finished'));
    const translated = made.flatMap(({ frames, ms }) => frames.map(({ data, event }) => timed(data, event, ms)));
    const frames = isSame ? part : translated;
    return { frames, isLast, isGreeted: frames.slice(0, 1).some(({ frame }) => isGreeting(to, frame)) };
  });
  // No event says what another dialect is opened with.
  const opening = isSame ? (first?.frames ?? []) : [];
  const isGreeted = opening.some(({ frame }) => isGreeting(to, frame));
  const said = isSame ? recording.frames.filter(({ from }) => from === 'server') : [];
  const greeting = isGreeted ? [] : greetingFor(to, said).map(({ data, event }) => timed(data, event, 0));
  return { greeting, opening, turns };
}

/** As a client connects: it is greeted at once where the address names the session. */
export function openingAt({ session }: Endpoint, { greeting, opening }: Script): readonly Timed[] {
  return session === 'path' ? [...greeting, ...opening] : opening;
}

/** As a message comes: its answer begins with the greeting where it is the message that names the session. */
export function answerAt({ session }: Endpoint, { greeting }: Script, turn: PlayedTurn): readonly Timed[] {
  return session === 'path' || turn.isGreeted ? turn.frames : [...greeting, ...turn.frames];
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

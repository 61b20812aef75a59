import { EXTENSION_KEY, type JsonObject, ownDialect, type RunEvent } from '@polywire/protocol';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { type Paced, paced } from '../../lib/paced.ts';

/** An event, and the frames it became. */
export interface FrameRow {
  readonly event: RunEvent;
  readonly frames: readonly JsonObject[];
}

/** A stream is looked at this often while it goes on. */
const LOOK_MS = 700;

/** The frames as the server sends them, beside the events they come from. */
export function useFrames(session: string, dialect: string, seq: number) {
  const [state, setState] = useState<{ events: readonly RunEvent[]; rows: readonly FrameRow[] }>(nothing);
  const [isFailed, setFailed] = useState(false);
  const looking = useRef<Paced>(undefined);
  useEffect(() => {
    const abort = new AbortController();
    const load = async () => {
      try {
        const [own, wire] = await Promise.all([
          api.sessions.frames(session, { dialect: ownDialect.name, signal: abort.signal }),
          api.sessions.frames(session, { dialect, cursor: true, signal: abort.signal }),
        ]);
        const events = own as unknown as RunEvent[];
        setFailed(false);
        setState({ events, rows: sideBySide(events, wire) });
      } catch (error) {
        if (abort.signal.aborted) return;
        console.debug('the frames did not come', error);
        setFailed(true);
      }
    };
    const mine = paced(load, LOOK_MS);
    looking.current = mine;
    mine.ask();
    return () => {
      mine.stop();
      abort.abort();
    };
  }, [session, dialect]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer log is asked for again
  useEffect(() => looking.current?.ask(), [seq]);
  return { ...state, isFailed };
}

const nothing = { events: [], rows: [] };

export function sideBySide(events: readonly RunEvent[], frames: readonly JsonObject[]): readonly FrameRow[] {
  const bySeq = new Map<number, JsonObject[]>();
  for (const frame of frames) {
    const seq = seqOf(frame);
    bySeq.set(seq, [...(bySeq.get(seq) ?? []), frame]);
  }
  return events.map((event) => ({ event, frames: bySeq.get(event.seq) ?? [] }));
}

/** The event that a frame came from: its cursor says so. */
function seqOf(frame: JsonObject): number {
  const extension = frame[EXTENSION_KEY] as { cursor?: string } | undefined;
  if (extension?.cursor !== undefined) return Number.parseInt(extension.cursor, 10);
  return typeof frame.seq === 'number' ? frame.seq : 0;
}

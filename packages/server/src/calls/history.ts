import type { EventType, RunEvent } from '@polywire/protocol';
import type { EventLog } from '../log/contract.ts';
import { picker } from '../log/pick.ts';
import { portionsOf } from '../log/portions.ts';
import { CallError } from './contract.ts';

/**
 * What happened in a session, for those who have to tell it all at once. Pieces of one text are put together, so that
 * it takes about the room of what was said; where even that is too much, the oldest runs are left out. Where the last one
 * alone is too much, there is nothing to tell.
 */
export async function historyOf(log: EventLog, session: string, maxChars = MAX_CHARS): Promise<readonly RunEvent[]> {
  let events: RunEvent[] = [];
  /** Places of runs in it, and how much stood before each. */
  let starts: { readonly at: number; readonly before: number }[] = [];
  let chars = 0;
  /** The run that was read last is too much alone: what is left of it is passed over. */
  let isTooLong = false;
  for await (const stretch of portionsOf(log, session, { size: READ_EVENTS })) {
    stretch.eachLine((line) => {
      if (isTooLong && !pickStart(line)) return;
      isTooLong = false;
      const event = JSON.parse(line) as RunEvent;
      const added = goOn(events.at(-1), event);
      if (added === undefined) {
        if (event.type === 'run.started') starts.push({ at: events.length, before: chars });
        events.push(event);
      }
      chars += added ?? line.length;
    });
    if (chars <= maxChars) continue;
    const excess = chars - maxChars;
    const first = starts.find(({ before }) => before >= excess);
    isTooLong = first === undefined;
    const { at: gone, before: charsGone } = first ?? { at: events.length, before: chars };
    events = events.slice(gone);
    starts = starts.filter(({ at }) => at >= gone);
    starts = starts.map(({ at, before }) => ({ at: at - gone, before: before - charsGone }));
    chars -= charsGone;
  }
  if (isTooLong) throw new CallError('TOO_LARGE', TOO_LONG);
  return events;
}

const pickStart = picker(['run.started']);

/** A page that shows as much at once is past reading; it is about what a server has to spare for one request. */
const MAX_CHARS = 16 * 1024 * 1024;
const READ_EVENTS = 1_024;
const TOO_LONG =
  'The last run of this session is too long to be told at once: follow its events instead. / 该会话的最近一次运行过长，无法一次给出：请改为读取其事件流。';

/** Events that are pieces of one text: what they belong to, and where the text is. */
const pieces: Partial<Record<EventType, readonly [of: string, text: string]>> = {
  'text.delta': ['messageId', 'delta'],
  'reasoning.delta': ['messageId', 'delta'],
  'tool.args': ['callId', 'delta'],
  'tool.output': ['callId', 'text'],
};

/** Puts a piece to the one before it; says how much that was, or nothing where it is none. */
function goOn(last: RunEvent | undefined, event: RunEvent): number | undefined {
  const [of = '', text = ''] = pieces[event.type] ?? [];
  if (of === '' || last?.type !== event.type) return undefined;
  const [whole, piece] = [last, event] as unknown as [Record<string, string>, Record<string, string>];
  if (whole[of] !== piece[of]) return undefined;
  whole[text] += piece[text] ?? '';
  return piece[text]?.length ?? 0;
}

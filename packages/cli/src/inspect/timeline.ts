import type { RunEvent } from '@polywire/protocol';
import type { Colours } from '../terminal/colours.ts';
import { cut, padded } from '../terminal/width.ts';

/** One line of a timeline: an event, or a stretch of deltas that belong together. */
export interface Entry {
  readonly seq: number;
  readonly ms: number;
  readonly type: RunEvent['type'];
  readonly count: number;
  readonly text: string;
}

export function timeline(events: readonly RunEvent[]): readonly Entry[] {
  const start = events[0]?.at ?? 0;
  const entries: Entry[] = [];
  let key = '';
  for (const event of events) {
    const delta = deltaOf(event);
    const ownKey = delta === undefined ? '' : `${event.type} ${delta.of}`;
    const last = entries.at(-1);
    if (last && ownKey !== '' && ownKey === key && delta) {
      entries[entries.length - 1] = { ...last, count: last.count + 1, text: last.text + delta.text };
    } else {
      entries.push({
        seq: event.seq,
        ms: event.at - start,
        type: event.type,
        count: 1,
        text: delta?.text ?? detail(event),
      });
    }
    key = ownKey;
  }
  return entries;
}

export function timelineText(entries: readonly Entry[], width: number, colours: Colours): string {
  const types = Math.max(0, ...entries.map(({ type, count }) => nameOf(type, count).length));
  return entries
    .map(({ seq, ms, type, count, text }) => {
      const time = `+${(ms / 1_000).toFixed(3)}s`.padStart(10);
      const rest = Math.max(20, width - 18 - types);
      return `${colours.dim(String(seq).padStart(5))} ${time} ${colours.cyan(padded(nameOf(type, count), types))} ${cut(text, rest)}`;
    })
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

function nameOf(type: string, count: number): string {
  return count === 1 ? type : `${type} ×${count}`;
}

function deltaOf(event: RunEvent): { of: string; text: string } | undefined {
  if (event.type === 'text.delta' || event.type === 'reasoning.delta')
    return { of: event.messageId, text: event.delta };
  if (event.type === 'tool.args') return { of: event.callId, text: event.delta };
  if (event.type === 'tool.output') return { of: event.callId, text: event.text };
  return undefined;
}

const envelope = new Set(['type', 'seq', 'at', 'runId', 'nodeRun', 'ext']);

/** What an event says beyond its envelope: short values as they are, the rest as JSON. */
function detail(event: RunEvent): string {
  return Object.entries(event)
    .filter(([key, value]) => !envelope.has(key) && value !== undefined)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
}

import type { Json } from '@polywire/protocol';
import { z } from 'zod';
import type { EventLog } from '../log/contract.ts';
import { segmenter } from '../store/sqlite/words.ts';
import type { Tool } from './contract.ts';
import { defineTool } from './define-tool.ts';
import { sessionEvents } from './session-events.ts';

const REMEMBER = 'remember';

/** Notes of a session. The log has them already, as results of calls: nothing else keeps them. */
export function memoryTools({ log }: { readonly log: EventLog }): readonly Tool[] {
  return [
    defineTool({
      name: REMEMBER,
      description: {
        en: 'Keeps a fact for later in this session. A note under the same key takes the place of the one before.',
        zh: '在本会话中记住一条信息，供以后使用。相同 key 的新内容会取代旧内容。',
      },
      parameters: z.object({ key: z.string().max(200).optional(), text: z.string().min(1).max(10_000) }),
      idempotent: true,
      run: ({ key, text }) => ({ remembered: text, ...(key !== undefined && { key }) }),
    }),
    defineTool({
      name: 'recall',
      description: {
        en: 'Finds what was kept with remember in this session; an empty query gives everything.',
        zh: '查找本会话中用 remember 记住的内容；查询为空时返回全部。',
      },
      parameters: z.object({ query: z.string().max(1_000) }),
      idempotent: true,
      async run({ query }, { session }) {
        const notes = await notesOf(log, session);
        const found = await best(notes, query);
        return { found: found.map(({ key, text }) => ({ ...(key !== undefined && { key }), text })), of: notes.length };
      },
    }),
  ];
}

interface Note {
  readonly key: string | undefined;
  readonly text: string;
}

async function notesOf(log: EventLog, session: string): Promise<readonly Note[]> {
  const notes: Note[] = [];
  for (const { name, outcome, result } of await sessionEvents(log, session, ['tool.finished'])) {
    const note = name === REMEMBER && outcome === 'ok' ? noteIn(result) : undefined;
    if (!note) continue;
    const place = note.key === undefined ? -1 : notes.findIndex(({ key }) => key === note.key);
    if (place >= 0) notes.splice(place, 1);
    notes.push(note);
  }
  return notes;
}

function noteIn(result: Json): Note | undefined {
  const { success, data } = kept.safeParse(result);
  return success ? { key: data.key, text: data.remembered } : undefined;
}
const kept = z.object({ remembered: z.string(), key: z.string().optional() });

/** Those with the most words of the query first, then the newest; all of them where no word tells. */
async function best(notes: readonly Note[], query: string): Promise<readonly Note[]> {
  const segment = await segmenter();
  const wanted = new Set(segment(query));
  const newestFirst = [...notes].reverse();
  const rated = newestFirst.map((note) => {
    const words = new Set(segment(`${note.key ?? ''} ${note.text}`));
    return { note, score: [...wanted].filter((word) => words.has(word)).length };
  });
  const hits = rated.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  return (hits.length > 0 ? hits.map(({ note }) => note) : newestFirst).slice(0, MAX_NOTES);
}

const MAX_NOTES = 20;

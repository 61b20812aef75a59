import { type Conversation, type Draft, emptyConversation, fold, type RunEvent, stampDraft } from '@polywire/protocol';
import type { Database } from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { session as anySession, stampAll } from '../../../../conformance/src/generate.ts';
import { NUM_RUNS, PROPERTY_TIMEOUT_MS } from '../../../../conformance/src/runs.ts';
import { Said } from '../../log/said.ts';
import { openDatabase } from './open.ts';
import { projector } from './project.ts';
import type { Past } from './projections/contract.ts';
import { temporaryDirectory } from './testing.ts';
import { titleFrom } from './title.ts';

/** How events reach the projector: in batches, some of whose commits fail at first, or come after a restart. */
interface Story {
  readonly events: readonly RunEvent[];
  readonly batches: readonly {
    readonly size: number;
    readonly fate: 'commits' | 'fails first' | 'comes after a restart';
  }[];
}

const story: fc.Arbitrary<Story> = fc
  .record({
    events: anySession(),
    end: fc.double({ min: 0, max: 1, noNaN: true }),
    back: fc.nat(3),
    batches: fc.array(
      fc.record({
        size: fc.integer({ min: 1, max: 12 }),
        fate: fc.constantFrom('commits', 'commits', 'fails first', 'comes after a restart'),
      }),
      { minLength: 1, maxLength: 30 },
    ),
  })
  .map(({ events, end, back, batches }) => {
    const told = events.slice(0, Math.ceil(events.length * end) + 1);
    return { events: told.map((event) => betweenTurns(event, told, back)), batches };
  });

/** Inside a turn the fold shows what was left of a run; the table keeps the run as it was. */
function betweenTurns(event: RunEvent, events: readonly RunEvent[], back: number): RunEvent {
  if (event.type !== 'history.rewound') return event;
  const ends = events.filter(({ type, seq }) => type === 'run.finished' && seq < event.seq).map(({ seq }) => seq);
  return { ...event, toSeq: ends.at(-1 - back) ?? 0 };
}

it(
  'says what a fold of the events says, whatever the batches, failed commits and restarts',
  () => {
    const db = database();
    let count = 0;
    fc.assert(
      fc.property(story, (told) => {
        count += 1;
        const id = `s${count}`;
        live(db, id, told);
        const conversation = told.events.reduce(fold, emptyConversation);
        expect(messagesIn(db, id)).toEqual(messagesOf(conversation));
        expect(runsIn(db, id)).toEqual(runsOf(conversation));
        expect(questionsIn(db, id)).toEqual(questionsOf(conversation));
      }),
      { numRuns: NUM_RUNS },
    );
  },
  PROPERTY_TIMEOUT_MS,
);

it('goes on with a message that was cut by a crash', () => {
  const db = database();
  const events = stampAll([
    { type: 'run.started', runId: 'r' },
    { type: 'message.started', messageId: 'm', role: 'assistant' },
    { type: 'text.delta', messageId: 'm', delta: 'half a ' },
    { type: 'text.delta', messageId: 'm', delta: 'word' },
    { type: 'message.completed', messageId: 'm', interrupted: true },
  ]);
  projector(db, past())('ada', 's', events.slice(0, 4));
  expect(messagesIn(db, 's')).toEqual([]);
  projector(db, past(events.slice(0, 4)))('ada', 's', events.slice(4));
  expect(messagesIn(db, 's')).toMatchObject([{ text: 'half a word', interrupted: 1 }]);
});

it.each([1, 2, 3])('hears nothing twice when a commit of %i events was taken back', (size) => {
  const db = database();
  const events = stampAll([
    { type: 'run.started', runId: 'r' },
    { type: 'message.started', messageId: 'm', role: 'assistant' },
    { type: 'text.delta', messageId: 'm', delta: 'one ' },
    { type: 'text.delta', messageId: 'm', delta: 'two ' },
    { type: 'text.delta', messageId: 'm', delta: 'three' },
    { type: 'message.completed', messageId: 'm' },
  ]);
  let committed = 0;
  const project = projector(
    db,
    pastOf(() => events.slice(0, committed)),
  );
  for (let i = 0; i < events.length; i += 1) {
    // An end that failed would make the projector read the log, which heals everything.
    if (events[i]?.type === 'text.delta')
      takenBack(db, () =>
        project(
          'ada',
          's',
          events.slice(i, i + size).filter(({ type }) => type === 'text.delta'),
        ),
      );
    db.transaction(() => project('ada', 's', events.slice(i, i + 1)))();
    committed = i + 1;
  }
  expect(messagesIn(db, 's')).toMatchObject([{ text: 'one two three' }]);
});

it('takes back what a user said with the turn it began, and leaves what waits', () => {
  const db = database();
  const events = stampAll([
    { type: 'message.accepted', text: 'first' },
    { type: 'run.started', runId: 'r1', input: 'first' },
    { type: 'message.accepted', text: 'second' },
    { type: 'message.accepted', text: 'third' },
    { type: 'run.finished', runId: 'r1', status: 'complete' },
    { type: 'run.started', runId: 'r2', input: 'second' },
    { type: 'run.finished', runId: 'r2', status: 'complete' },
    { type: 'message.accepted', text: 'fourth' },
    { type: 'history.rewound', toSeq: 5 },
  ]);
  projector(db, past())('ada', 's', events);
  expect(messagesIn(db, 's')).toMatchObject([{ text: 'first' }, { text: 'fourth' }, { text: 'third' }]);
  expect(messagesIn(db, 's')).toEqual(messagesOf(events.reduce(fold, emptyConversation)));
});

it('has on the line again what a rewind leads back to', () => {
  const db = database();
  const turn = (name: string): Draft[] => [
    { type: 'run.started', runId: name, input: name },
    { type: 'run.finished', runId: name, status: 'complete' },
  ];
  const rewind = (toSeq: number): Draft => ({ type: 'history.rewound', toSeq });
  const drafts = [...turn('a'), ...turn('b'), rewind(2), ...turn('c'), rewind(4), ...turn('d')];
  const events = drafts.map((draft, i) => stampDraft(draft, i + 1, i));
  const project = projector(db, past(events.slice(0, 7)));
  project('ada', 's', events.slice(0, 7));
  expect(messagesIn(db, 's')).toMatchObject([{ text: 'a' }, { text: 'c' }]);
  project('ada', 's', events.slice(7));
  expect(messagesIn(db, 's')).toMatchObject([{ text: 'a' }, { text: 'b' }, { text: 'd' }]);
  expect(runsIn(db, 's')).toEqual(runsOf(events.reduce(fold, emptyConversation)));
});

it('does not empty a message that is ended twice', () => {
  const db = database();
  const events = stampAll([
    { type: 'run.started', runId: 'r' },
    { type: 'message.started', messageId: 'm', role: 'assistant' },
    { type: 'text.delta', messageId: 'm', delta: 'said' },
    { type: 'message.completed', messageId: 'm' },
    { type: 'message.completed', messageId: 'm' },
  ]);
  projector(db, past())('ada', 's', events);
  expect(messagesIn(db, 's')).toMatchObject([{ text: 'said' }]);
});

it('closes what a run left open', () => {
  const db = database();
  const events = stampAll([
    { type: 'run.started', runId: 'r' },
    { type: 'message.started', messageId: 'whole', role: 'assistant' },
    { type: 'text.delta', messageId: 'whole', delta: 'whole' },
    { type: 'message.completed', messageId: 'whole' },
    { type: 'message.started', messageId: 'm', role: 'assistant' },
    { type: 'text.delta', messageId: 'm', delta: 'cut' },
    { type: 'input.requested', inputId: 'q', kind: 'text' },
    { type: 'run.finished', runId: 'r', status: 'error' },
  ]);
  projector(db, past())('ada', 's', events);
  expect(messagesIn(db, 's')).toMatchObject([{ text: 'cut', interrupted: 1 }, { text: 'whole' }]);
  expect(questionsIn(db, 's')).toEqual([]);
});

it('gives a session its owner, status, times and a title, once', () => {
  const db = database();
  const project = projector(db, past());
  const row = () => db.prepare('SELECT owner, title, created, updated, status FROM sessions WHERE id = ?').get('s');
  const events = stampAll([
    { type: 'message.accepted', text: '  帮我\n写一首诗 ', at: 100 },
    { type: 'run.started', runId: 'r', at: 200 },
    { type: 'run.finished', runId: 'r', status: 'stopped', at: 300 },
    { type: 'message.accepted', text: 'something else', at: 400 },
    { type: 'message.accepted', text: 'by another clock', at: 50 },
  ]);
  project('ada', 's', events.slice(0, 2));
  expect(row()).toEqual({ owner: 'ada', title: '帮我 写一首诗', created: 100, updated: 200, status: 'active' });
  project('ada', 's', events.slice(2, 4));
  project('ada', 's', events.slice(4));
  expect(row()).toEqual({ owner: 'ada', title: '帮我 写一首诗', created: 100, updated: 400, status: 'stopped' });
});

it('writes nothing for the pieces of a text', () => {
  const db = database();
  const project = projector(db, past());
  const events = stampAll([
    { type: 'run.started', runId: 'r' },
    { type: 'message.started', messageId: 'm', role: 'assistant' },
    ...Array.from({ length: 100 }, () => ({ type: 'text.delta', messageId: 'm', delta: 'x' }) as const),
  ]);
  project('ada', 's', events.slice(0, 3));
  const changes = () => db.prepare('SELECT total_changes()').pluck().get();
  const before = changes();
  for (const event of events.slice(3)) project('ada', 's', [event]);
  expect(changes()).toBe(before);
});

it('finds a message by its name without a look at the others', () => {
  const db = database();
  const prepare = vi.spyOn(db, 'prepare');
  projector(db, past());
  const byName = prepare.mock.calls.map(([sql]) => sql).filter((sql) => /\bmessage = \?/.test(sql));
  vi.restoreAllMocks();
  expect(byName).not.toEqual([]);
  for (const sql of byName) {
    const plan = db.prepare<[string, string], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all('s', 'm');
    expect(plan).toMatchObject([{ detail: expect.stringContaining('(session=? AND message=?)') }]);
  }
});

it('keeps each plan as it was last proposed or edited', () => {
  const db = database();
  const events = stampAll([
    { type: 'run.started', runId: 'r' },
    { type: 'plan.proposed', runId: 'r', planId: 'p', task: 'tea', summary: 'Make tea', steps: [{ title: 'boil' }] },
    { type: 'plan.proposed', runId: 'r', planId: 'other', steps: [] },
    { type: 'plan.edited', planId: 'p', steps: [{ title: 'boil' }, { title: 'pour' }] },
  ]);
  projector(db, past())('ada', 's', events);
  expect(db.prepare('SELECT plan, run, seq, task, summary, steps FROM proposals ORDER BY seq').all()).toEqual([
    { plan: 'other', run: 'r', seq: 3, task: null, summary: null, steps: '[]' },
    { plan: 'p', run: 'r', seq: 4, task: 'tea', summary: 'Make tea', steps: '[{"title":"boil"},{"title":"pour"}]' },
  ]);
});

it('takes a corrected text out of the index and puts the new one in line', () => {
  const db = database();
  const project = projector(db, past());
  const events = stampAll([
    { type: 'run.started', runId: 'r' },
    { type: 'message.started', messageId: 'm', role: 'assistant' },
    { type: 'text.delta', messageId: 'm', delta: 'wrong' },
    { type: 'message.completed', messageId: 'm' },
    { type: 'text.replaced', messageId: 'm', text: 'right' },
  ]);
  project('ada', 's', events.slice(0, 4));
  db.exec(`INSERT INTO message_search (rowid, words) SELECT id, text FROM messages WHERE role = 'assistant';
    UPDATE messages SET indexed = 1`);
  project('ada', 's', events.slice(4));
  expect(db.prepare("SELECT rowid FROM message_search WHERE message_search MATCH 'wrong'").all()).toEqual([]);
  expect(db.prepare('SELECT text, indexed FROM messages').all()).toEqual([{ text: 'right', indexed: 0 }]);
});

it.each([
  ['short', 'short'],
  ['', ''],
  [' \n\t ', ''],
  ['the quick brown fox jumps over the lazy dog and runs', 'the quick brown fox jumps over the lazy…'],
  ['请'.repeat(60), `${'请'.repeat(40)}…`],
  [`请用 ${'a'.repeat(20)} 和 ${'b'.repeat(30)} 写`, `请用 ${'a'.repeat(20)} 和…`],
  ['x'.repeat(100), `${'x'.repeat(40)}…`],
  ['👩‍👩‍👧'.repeat(50), `${'👩‍👩‍👧'.repeat(40)}…`],
])('makes of %j the title %j', (text, title) => {
  expect(titleFrom(text)).toBe(title);
});

function database(): Database {
  const { db, close } = openDatabase(temporaryDirectory());
  // What is durable is not the question here, and thousands of commits would take their time.
  db.pragma('synchronous = OFF');
  onTestFinished(close);
  return db;
}

function live(db: Database, session: string, { events, batches }: Story): void {
  let done = 0;
  const committed = pastOf(() => events.slice(0, done));
  let project = projector(db, committed);
  for (let turn = 0; done < events.length; turn += 1) {
    const { size = 1, fate } = batches[turn % batches.length] ?? {};
    const batch = events.slice(done, done + size);
    if (fate === 'comes after a restart') project = projector(db, committed);
    if (fate === 'fails first') takenBack(db, () => project('ada', session, batch));
    db.transaction(() => project('ada', session, batch))();
    done += batch.length;
  }
}

function past(events: readonly RunEvent[] = []): Past {
  return pastOf(() => events);
}

/** A log that has what `committed` gives. */
function pastOf(committed: () => readonly RunEvent[]): Past {
  const after = (seq: number) => committed().slice(seq);
  return {
    events: (_, seq) => after(seq),
    said(_, seq, messageIds) {
      const said = new Said(messageIds);
      for (const event of after(seq)) said.hear(event);
      return said;
    },
  };
}

function takenBack(db: Database, work: () => void): void {
  const attempt = db.transaction(() => {
    work();
    throw new Error('the disk is full');
  });
  expect(attempt).toThrow('the disk is full');
}

/** On the line and complete. A message that answered a question is none of the fold's, which shows it there. */
function messagesIn(db: Database, session: string): unknown[] {
  const rows = db.prepare<[string], { role: string; text: string }>(`
    SELECT role, name, text, interrupted FROM messages
    WHERE session = ? AND off = 0 AND last IS NOT NULL AND text <> '' AND NOT (role = 'user' AND message IS NULL AND turn IS NULL AND queued = 0)`);
  return inOrder(rows.all(session));
}

function messagesOf({ turns, queued }: Conversation): unknown[] {
  const said = turns
    .toArray()
    .flatMap(({ user, parts }) => [
      ...(user ? [{ role: 'user', name: user.by, text: user.text, done: true, interrupted: false }] : []),
      ...parts
        .toArray()
        .flatMap((part) =>
          part.kind === 'text' && part.text !== '' ? [{ ...part, name: part.name ?? part.agent }] : [],
        ),
    ]);
  const waiting = queued.map(({ by, text }) => ({ role: 'user', name: by, text, done: true, interrupted: false }));
  return inOrder(
    [...said, ...waiting]
      .filter(({ done }) => done)
      .map(({ role, name, text, interrupted }) => ({
        role,
        name: name ?? null,
        // SQLite keeps UTF-8, which has no half characters.
        text: text.replace(/\p{Cs}/gu, '\ufffd'),
        interrupted: Number(interrupted),
      })),
  );
}

/** The fold goes by the first words of messages that are said at the same time, the table by their beginnings. */
function inOrder<T>(rows: readonly T[]): T[] {
  const key = (row: T) => JSON.stringify(row);
  return [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function runsIn(db: Database, session: string): unknown[] {
  const rows = db.prepare(`
    SELECT id, first, last, status, reason, answer, tokens, cost, model, agent FROM runs
    WHERE session = ? AND off = 0 ORDER BY first`);
  return rows.all(session);
}

function runsOf({ turns }: Conversation): unknown[] {
  const runs = turns.toArray().filter((turn) => turn.runId !== undefined);
  return runs.map(({ runId, seq, endSeq, status, reason, answer, usage, cost, model, agentKind }) => ({
    id: runId,
    first: seq,
    last: endSeq ?? null,
    status,
    reason: reason ?? null,
    answer: answer?.replace(/\p{Cs}/gu, '\ufffd') ?? null,
    tokens: usage?.total ?? null,
    cost: cost ?? null,
    model: model ?? null,
    agent: agentKind ?? null,
  }));
}

function questionsIn(db: Database, session: string): unknown[] {
  return db.prepare('SELECT input FROM questions WHERE session = ? ORDER BY rowid').pluck().all(session);
}

function questionsOf({ turns }: Conversation): unknown[] {
  const parts = turns.last?.parts.toArray() ?? [];
  return parts.flatMap((part) => (part.kind === 'question' && part.status === 'open' ? [part.inputId] : []));
}

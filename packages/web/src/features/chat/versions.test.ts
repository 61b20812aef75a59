import { type Draft, emptyConversation, fold, stampDraft } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { versionsAt, type Way, waysOf, wayWith } from './versions.ts';

/** Three events each. */
const turn = (name: string): Draft[] => [
  { type: 'run.started', runId: name, input: name },
  { type: 'text.delta', runId: name, messageId: 'm', delta: name },
  { type: 'run.finished', runId: name, status: 'complete' },
];
const rewind = (toSeq: number): Draft => ({ type: 'history.rewound', toSeq });
const ways = (...drafts: Draft[]) =>
  waysOf(drafts.map((draft, i) => stampDraft(draft, i + 1, i)).reduce(fold, emptyConversation));
const names = ({ turns }: Pick<Way, 'turns'>) => turns.toArray().map(({ runId }) => runId);
const versions = (all: readonly Way[], shown: Way, index: number) =>
  versionsAt(all, shown, index).map(({ runId }) => runId);

it('knows the versions of a turn, and of what followed each of them', () => {
  // a b · a c · d
  const all = ways(...turn('a'), ...turn('b'), rewind(3), ...turn('c'), rewind(0), ...turn('d'));
  const now = all.at(-1) as Way;
  expect(names(now)).toEqual(['d']);
  expect(versions(all, now, 0)).toEqual(['a', 'd']);
  expect(versions(all, now, 1)).toEqual([]);
  const [a] = versionsAt(all, now, 0);
  const old = a && (wayWith(all, 0, a) as Way);
  expect(old && [names(old), versions(all, old, 1), old.end]).toEqual([['a', 'c'], ['b', 'c'], 10]);
});

it('shows a version that is gone on with as the present one', () => {
  const all = ways(...turn('a'), rewind(0), ...turn('b'), rewind(3), ...turn('c'));
  const now = all.at(-1) as Way;
  expect([names(now), now.end]).toEqual([['a', 'c'], undefined]);
  expect(versions(all, now, 0)).toEqual(['a', 'b']);
  const [a] = versionsAt(all, now, 0);
  expect(a && wayWith(all, 0, a)).toBe(now);
});

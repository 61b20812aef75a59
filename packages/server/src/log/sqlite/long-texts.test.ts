import type { Draft } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { Writer } from '../../sessions/writer.ts';
import { openDatabase } from '../../store/sqlite/open.ts';
import { temporaryDirectory } from '../../store/sqlite/testing.ts';
import { sqliteLog } from './index.ts';

it('reads only so much in a commit, however many long texts end at once', async () => {
  const database = openDatabase(temporaryDirectory());
  let ends = 0;
  const commits: number[] = [];
  const log = sqliteLog(database.db, {
    project: (_, __, events) => {
      ends += events.filter(({ type }) => type === 'message.completed').length;
    },
    onCommit: () => {
      if (ends > 0) commits.push(ends);
      ends = 0;
    },
  });
  const options = { owner: 'o', epoch: 1, log, head: 0, at: 0, now: () => 1, refused: () => undefined };
  const writers = Array.from({ length: 8 }, (_, i) => new Writer({ ...options, session: `s${i}` }));
  const say = async (draft: Draft, times: number) => {
    for (const writer of writers) for (let i = 0; i < times; i += 1) writer.append(draft);
    await Promise.all(writers.map((writer) => writer.flush()));
  };
  await say({ type: 'text.delta', messageId: 'm', delta: 'word ' }, 20_000);
  await say({ type: 'message.completed', messageId: 'm' }, 1);
  expect(commits).toEqual([4, 4]);
  // What was read once is not read again.
  await say({ type: 'message.completed', messageId: 'n' }, 1);
  expect(commits.slice(2)).toEqual([writers.length]);
  await log.close();
  database.close();
});

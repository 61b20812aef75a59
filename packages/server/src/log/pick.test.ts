import { EventWriter, type RunEvent } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { picker } from './pick.ts';

const said = '"type":"run.started" {"type":"run.finished"}';
const events: readonly RunEvent[] = [
  { type: 'run.started', seq: 1, at: 1, runId: 'r', input: said },
  { type: 'message.started', seq: 2, at: 2, runId: 'r', messageId: 'm', role: 'assistant' },
  { type: 'text.delta', seq: 3, at: 3, runId: 'r', messageId: 'm', delta: said },
  { type: 'custom', seq: 4, at: 4, runId: 'r', name: 'n', value: { type: 'run.started' } },
  { type: 'run.finished', seq: 5, at: 5, runId: 'r', status: 'complete' },
];

function pickedBy(pick: (line: string) => RunEvent | undefined): (number | undefined)[] {
  return events.map((event) => pick(new EventWriter().write(event))?.seq);
}

it('picks events of some types, whatever names of types others have in them', () => {
  const none = undefined;
  expect(pickedBy(picker(['run.started']))).toEqual([1, none, none, none, none]);
  expect(pickedBy(picker(['run.finished', 'custom']))).toEqual([none, none, none, 4, 5]);
});

it('is not asked for words', () => {
  // @ts-expect-error They are passed over before anybody picks.
  expect(pickedBy(picker(['text.delta'])).some((seq) => seq !== undefined)).toBe(false);
});

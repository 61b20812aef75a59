import type { Conversation as Client } from '@polywire/client';
import { emptyConversation, type Turn } from '@polywire/protocol';
import { expect, it } from 'vitest';
import type { SessionInfo } from '../../lib/api.ts';
import { Kept, NEW_PLACE } from '../../lib/kept.ts';
import { Attachments, FILES, filesOf, type Pending } from '../composer/attachments.ts';
import { AHEAD } from './chosen.ts';
import { editOf, Outbox, PROBLEM, RESENDING, SENDING, TEXT } from './outbox.ts';

/** A server that answers when the test says so. */
function open() {
  const kept = new Kept();
  const log: string[] = [];
  const answers: { readonly what: string; yes(): void; no(): void }[] = [];
  const ask = (what: string) =>
    new Promise<void>((resolve, reject) => {
      log.push(what);
      answers.push({ what, yes: resolve, no: () => reject(new Error(`no ${what}`)) });
    });
  const client = {
    getState: () => ({ conversation: emptyConversation }),
    send: (text: string, { files = [] }: { files?: readonly { name: string }[] } = {}) =>
      ask(['send', text, ...files.map(({ name }) => name)].join(' ')),
    rewind: (seq: number) => ask(`rewind ${seq}`),
  } as unknown as Client;
  const held = () => ({ client, release: () => log.push('released') });
  const wordsOf = (error: unknown) => (error as Error).message;
  const outbox = new Outbox({
    kept,
    wordsOf,
    create: async () => {
      await ask('create');
      return { id: 'made' } as SessionInfo;
    },
    made: (session) => log.push(`made ${session}`),
    hold: async () => held(),
  });
  const next = async (answer: 'yes' | 'no') => {
    while (answers.length === 0) await Promise.resolve();
    answers.shift()?.[answer]();
  };
  return { kept, log, outbox, held, next, wordsOf, answers };
}
const onRewound = () => undefined;
const file = (name: string): Pending => ({ key: 1, name, size: 1, state: 'stored', share: 1, stored: { name } });
const turn = { seq: 5, user: { text: 'old', files: [{ name: 'a.csv' }] } } as unknown as Turn;

it('makes one session, however many ask for it', async () => {
  const { kept, log, outbox, next } = open();
  kept.set(NEW_PLACE, TEXT, 'hello');
  const sent = outbox.send(NEW_PLACE, { onRewound });
  const both = Promise.all([outbox.needSession(NEW_PLACE), outbox.needSession(NEW_PLACE)]);
  await next('yes');
  await next('yes');
  expect(await both).toEqual(['made', 'made']);
  expect(await sent).toBe(true);
  expect(log).toEqual(['create', 'made made', 'send hello', 'released']);
});

it('takes text and files out of the field before they are sent: a second Enter has nothing to send', async () => {
  const { kept, outbox, held, next } = open();
  kept.set('a', TEXT, 'look');
  kept.set('a', FILES, [file('x.png')]);
  const sent = outbox.send('a', { held: held(), onRewound });
  expect([kept.get('a', TEXT), kept.get('a', FILES)]).toEqual([undefined, undefined]);
  // It stands in the conversation instead, until the server has it.
  expect(kept.get('a', SENDING)).toMatchObject([{ text: 'look', files: [{ name: 'x.png' }] }]);
  await next('yes');
  expect(await sent).toBe(true);
  expect(kept.get('a', SENDING)).toBeUndefined();
});

it('puts back what was not sent, in front of what was written since, in the session where it was written', async () => {
  const { kept, outbox, held, log, next } = open();
  kept.set('a', TEXT, 'first');
  kept.set('a', FILES, [file('x.png')]);
  const sent = outbox.send('a', { held: held(), onRewound });
  kept.set('a', TEXT, 'second');
  kept.set('b', TEXT, 'elsewhere');
  await next('no');
  expect(await sent).toBe(false);
  expect(kept.get('a', TEXT)).toBe('first\n\nsecond');
  expect(filesOf(kept.get('a', FILES) ?? [])).toEqual([{ name: 'x.png' }]);
  expect(kept.get('a', PROBLEM)).toBe('no send first x.png');
  expect(kept.get('b', TEXT)).toBe('elsewhere');
  expect(log.at(-1)).toBe('released');
});

it('forgets what the session was made with, and not what was chosen since', async () => {
  const { kept, outbox, next } = open();
  for (const isChangedSince of [false, true]) {
    kept.set(NEW_PLACE, AHEAD, { change: { agent: 'one' } });
    const made = outbox.needSession(NEW_PLACE);
    const since = { change: { agent: 'two' } };
    if (isChangedSince) kept.set(NEW_PLACE, AHEAD, since);
    await next('yes');
    expect(await made).toBe('made');
    expect(kept.get('made', AHEAD)).toBe(isChangedSince ? since : undefined);
  }
});

it('keeps the words on the new page where no session can be made', async () => {
  const { kept, outbox, next } = open();
  kept.set(NEW_PLACE, TEXT, 'hello');
  const sent = outbox.send(NEW_PLACE, { onRewound });
  await next('no');
  expect(await sent).toBe(false);
  expect([kept.get(NEW_PLACE, TEXT), kept.get(NEW_PLACE, PROBLEM)]).toEqual(['hello', 'no create']);
  // And asks anew the next time.
  const again = outbox.needSession(NEW_PLACE);
  await next('yes');
  expect(await again).toBe('made');
});

it('sends a message again once, and keeps the edited one until it has left its row', async () => {
  const { kept, outbox, held, log, next } = open();
  kept.set('a', editOf(turn), 'new ');
  const sent = outbox.resend('a', turn, 'new', { held: held(), onRewound });
  expect(await outbox.resend('a', turn, 'new', { held: held(), onRewound })).toBe(false);
  await next('no');
  expect(await sent).toBe(false);
  expect([kept.get('a', editOf(turn)), kept.get('a', TEXT)]).toEqual(['new ', undefined]);
  expect(kept.get('a', RESENDING)).toBeUndefined();

  const again = outbox.resend('a', turn, 'new', { held: held(), onRewound });
  await next('yes');
  await next('no');
  expect(await again).toBe(false);
  expect([kept.get('a', editOf(turn)), kept.get('a', TEXT)]).toEqual([undefined, 'new']);
  expect(filesOf(kept.get('a', FILES) ?? [])).toEqual([{ name: 'a.csv' }]);
  expect(log.filter((line) => line !== 'released')).toEqual(['rewind 4', 'rewind 4', 'send new a.csv']);
});

it('uploads a file for the session it was given to, wherever the reader has gone meanwhile', async () => {
  const { kept, outbox, next, wordsOf } = open();
  const attachments = new Attachments({
    kept,
    wordsOf,
    needSession: (place) => outbox.needSession(place),
    upload: async (session, { name, size }) => ({ id: `${session}-1`, name, size }),
  });
  const done = attachments.attach(NEW_PLACE, [new File(['x'], 'x.txt')]);
  expect(kept.get<Pending[]>(NEW_PLACE, FILES)?.map(({ state }) => state)).toEqual(['uploading']);
  await next('yes');
  await done;
  expect(kept.get(NEW_PLACE, FILES)).toBeUndefined();
  expect(filesOf(kept.get('made', FILES) ?? [])).toEqual([{ name: 'x.txt', size: 1, url: '/v1/uploads/made-1' }]);
});

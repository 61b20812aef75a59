import type { Conversation as Client } from '@polywire/client';
import { dialects } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { Clients } from './clients.ts';

const [own] = dialects;
if (!own) throw new Error('there is no dialect');

function open() {
  const log: string[] = [];
  const clients = new Clients((_, name, after) => {
    log.push(`open ${name} ${after}`);
    return { getState: () => ({ cursor: `${name}-7` }), close: () => log.push(`close ${name}`) } as unknown as Client;
  });
  return { log, clients };
}

it('keeps a connection until the last who holds it lets go, and gives it to whoever comes back', () => {
  const { log, clients } = open();
  const shown = clients.hold('a', own);
  const sending = clients.hold('a', own);
  shown.release();
  shown.release();
  const other = clients.hold('b', own);
  expect(log).toEqual(['open a 0', 'open b 0']);
  expect(clients.hold('a', own).client).toBe(sending.client);
  other.release();
  expect(log.at(-1)).toBe('close b');
});

it('makes another connection where one was given up', () => {
  const { log, clients } = open();
  const first = clients.hold('a', own);
  clients.abandon(first.client);
  const second = clients.hold('a', own);
  expect(second.client).not.toBe(first.client);
  first.release();
  expect(log).toEqual(['open a 0', 'open a 0', 'close a']);
  // Giving back the old one does not close the new one.
  expect(clients.hold('a', own).client).toBe(second.client);
});

it('goes on from where the page was in a dialect that would tell the past turn by turn', () => {
  const { log, clients } = open();
  const brief = dialects.find(({ traits }) => traits.stream !== 'session');
  if (!brief) throw new Error('every dialect tells the past');
  clients.hold('a', own).release();
  clients.hold('a', brief).release();
  clients.hold('b', own).release();
  clients.hold('a', brief).release();
  expect(log.filter((line) => line.startsWith('open'))).toEqual(['open a 0', 'open a a-7', 'open b 0', 'open a 0']);
});

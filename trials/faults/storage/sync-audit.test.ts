import { expect, it } from 'vitest';
import { auditSyncs } from './sync-audit.ts';

const log = '21</data/polywire.db-wal>';
const written = (event: string) => `7  pwrite64(${log}, "{${event} }", 99, 0) = 99`;
const sent = (event: string, socket = 1) => `7  write(30<socket:[${socket}]>, "{${event} }", 99) = 99`;
const audited = (...lines: string[]) => auditSyncs(lines.join('\n'), /mark\d+ /g);

it.each([
  { what: 'is sent after the sync', lines: [written('mark1'), `7  fsync(${log}) = 0`, sent('mark1')], early: 0 },
  { what: 'is sent without one', lines: [written('mark1'), sent('mark1')], early: 1 },
  {
    what: 'is sent after one that failed',
    lines: [written('mark1'), `7  fsync(${log}) = -1 EIO`, sent('mark1')],
    early: 1,
  },
  {
    what: 'is sent after the sync of another file',
    lines: [
      written('mark1'),
      '7  fsync(22</data/polywire.db> <unfinished ...>',
      '7  <... fsync resumed>) = 0',
      sent('mark1'),
    ],
    early: 1,
  },
  {
    what: 'is sent after a sync that took a while',
    lines: [written('mark1'), `7  fsync(${log} <unfinished ...>`, '7  <... fsync resumed>) = 0', sent('mark1')],
    early: 0,
  },
  {
    what: 'was written while another thread synced',
    lines: [`8  fsync(${log} <unfinished ...>`, written('mark1'), '8  <... fsync resumed>) = 0', sent('mark1')],
    early: 1,
  },
  {
    what: 'is sent as another thread is through with another file',
    lines: [
      written('mark1'),
      `7  fsync(${log} <unfinished ...>`,
      '8  fsync(22</data/polywire.db> <unfinished ...>',
      '8  <... fsync resumed>) = 0',
      sent('mark1'),
      '7  <... fsync resumed>) = 0',
    ],
    early: 1,
  },
])('an event that $what: $early too early', ({ lines, early }) => {
  expect(audited(...lines).offences).toHaveLength(early);
});

it('says what each socket carried', () => {
  const { shown } = audited(
    written('mark1'),
    `7  fdatasync(${log}) = 0`,
    sent('mark1', 1),
    sent('mark1', 2),
    sent('x', 3),
  );
  expect(shown).toEqual(
    new Map([
      ['socket:[1]', new Set(['mark1 '])],
      ['socket:[2]', new Set(['mark1 '])],
    ]),
  );
});

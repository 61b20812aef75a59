import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { checkVersion, openDatabase } from './open.ts';
import { temporaryDirectory } from './testing.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

it('keeps the folder and every file in it private', () => {
  const directory = join(temporaryDirectory(), 'a', 'data');
  const opened = openDatabase(directory);
  opened.db.prepare("INSERT INTO journal (epoch, heads, body) VALUES (1, '', '')").run();
  const names = readdirSync(directory);
  expect(names).toEqual(expect.arrayContaining(['polywire.db', 'polywire.db-wal', 'polywire.db-shm', 'lock.db']));
  expect(Object.fromEntries(names.map((name) => [name, modeOf(join(directory, name))]))).toEqual(
    Object.fromEntries(names.map((name) => [name, 0o600])),
  );
  expect(modeOf(directory)).toBe(0o700);
  opened.close();
});

it('makes files private that were not', () => {
  const directory = temporaryDirectory();
  openDatabase(directory).close();
  chmodSync(join(directory, 'polywire.db'), 0o644);
  openDatabase(directory).close();
  expect(modeOf(join(directory, 'polywire.db'))).toBe(0o600);
});

it('syncs every commit and checks foreign keys', () => {
  const opened = openDatabase(temporaryDirectory());
  const pragma = (name: string) => opened.db.pragma(name, { simple: true });
  expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys')]).toEqual(['wal', 2, 1]);
  expect(pragma('busy_timeout')).toBeGreaterThan(0);
  opened.close();
});

it('refuses a second process, names the first, and is free once that is killed', async () => {
  const directory = temporaryDirectory();
  const open = `import(${JSON.stringify(new URL('./open.ts', import.meta.url).href)}).then((m) => {
    globalThis.opened = m.openDatabase(${JSON.stringify(directory)});
    console.log('open');
    setInterval(() => undefined, 1000);
  })`;
  const holder = spawn(process.execPath, ['--import', 'tsx', '--eval', open], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(holder, 'exit');
  await once(holder.stdout, 'data');
  expect(() => openDatabase(directory)).toThrow(
    expect.objectContaining({
      code: 'IN_USE',
      message: expect.stringMatching(`process ${holder.pid}.*进程 ${holder.pid}`),
    }),
  );
  holder.kill('SIGKILL');
  await exit;
  openDatabase(directory).close();
}, 20_000);

it('refuses a second use in the same process, and the refusal leaves the lock alone', () => {
  const directory = temporaryDirectory();
  const first = openDatabase(directory);
  expect(() => openDatabase(directory)).toThrow(expect.objectContaining({ code: 'IN_USE' }));
  expect(() => openDatabase(directory)).toThrow(expect.objectContaining({ code: 'IN_USE' }));
  first.close();
  openDatabase(directory).close();
});

it.each(migrations.map((_, version) => version))('comes from version %i to the same schema as a new one', (version) => {
  const directory = temporaryDirectory();
  const old = new Sqlite(join(directory, 'polywire.db'));
  migrate(old, version);
  expect(old.pragma('user_version', { simple: true })).toBe(version);
  old.close();
  const [migrated, fresh] = [openDatabase(directory), openDatabase(temporaryDirectory())];
  expect(schemaOf(migrated.db)).toEqual(schemaOf(fresh.db));
  expect(migrated.db.pragma('user_version', { simple: true })).toBe(migrations.length);
  migrated.close();
  fresh.close();
});

it('indexes documents anew that were indexed in an earlier way', () => {
  const directory = temporaryDirectory();
  const old = new Sqlite(join(directory, 'polywire.db'));
  migrate(old, 2);
  old.exec("INSERT INTO documents VALUES ('d', 'ada', 'Guide', 'guide.md', 'file', 4, 0)");
  old.exec("INSERT INTO chunks (document, text, indexed) VALUES ('d', 'text', 1)");
  old.close();
  const { db, close } = openDatabase(directory);
  expect(db.prepare('SELECT indexed FROM chunks').pluck().all()).toEqual([0]);
  close();
});

it('refuses a database of a newer version and leaves it as it is', () => {
  const directory = temporaryDirectory();
  openDatabase(directory).close();
  const newer = new Sqlite(join(directory, 'polywire.db'));
  newer.pragma(`user_version = ${migrations.length + 1}`);
  newer.close();
  expect(() => openDatabase(directory)).toThrow(expect.objectContaining({ code: 'TOO_NEW' }));
  const still = new Sqlite(join(directory, 'polywire.db'));
  expect(still.pragma('user_version', { simple: true })).toBe(migrations.length + 1);
  still.close();
});

it('says that a file which is no database is damaged, and gives the folder back', () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'polywire.db'), 'not a database, but long enough to be taken for one. '.repeat(20));
  expect(() => openDatabase(directory)).toThrow(expect.objectContaining({ code: 'DAMAGED' }));
  writeFileSync(join(directory, 'polywire.db'), '');
  openDatabase(directory).close();
});

it('says that a file is damaged whose tables are not those of its version', () => {
  const directory = temporaryDirectory();
  openDatabase(directory).close();
  const path = join(directory, 'polywire.db');
  const db = new Sqlite(path);
  db.pragma('user_version = 1');
  db.close();
  expect(() => openDatabase(directory)).toThrow(expect.objectContaining({ code: 'DAMAGED' }));
});

it('refuses a database of which an index has lost a session', () => {
  const directory = temporaryDirectory();
  const opened = openDatabase(directory);
  const insert = 'INSERT INTO sessions (id, owner, title, created, updated, settings) VALUES (?, ?, ?, 1, 1, ?)';
  opened.db.prepare(insert).run('the-session-to-lose', 'o', '', '{}');
  opened.close();
  const path = join(directory, 'polywire.db');
  const bytes = readFileSync(path);
  bytes.write('X', bytes.lastIndexOf('the-session-to-lose'));
  writeFileSync(path, bytes);
  expect(() => openDatabase(directory)).toThrow(expect.objectContaining({ code: 'DAMAGED' }));
});

it.each(['3.51.2', '3.9.20', '2.99.0'])('refuses SQLite %s', (version) => {
  expect(() => checkVersion(version)).toThrow(expect.objectContaining({ code: 'UNSUPPORTED' }));
});

it.each(['3.51.3', '3.51.10', '3.60.0', '4.0.0'])('takes SQLite %s', (version) => {
  expect(() => checkVersion(version)).not.toThrow();
});

function schemaOf(db: Database): unknown[] {
  return db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
}

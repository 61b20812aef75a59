import type { Database } from 'better-sqlite3';
import { StoreError } from '../errors.ts';
import { migrations } from './migrations/index.ts';

/** Brings a database to this program's version, one transaction a step. A step that fails leaves the one before it. */
export function migrate(db: Database, upTo: number = migrations.length): void {
  const version = db.pragma('user_version', { simple: true }) as number;
  if (version > migrations.length) throw tooNew(version);
  for (const [index, migration] of migrations.slice(0, upTo).entries()) {
    const step = index + 1;
    if (step <= version) continue;
    db.transaction(() => {
      db.exec(migration.sql);
      db.pragma(`user_version = ${step}`);
    }).immediate();
  }
}

function tooNew(version: number): StoreError {
  return new StoreError('TOO_NEW', {
    en: `This data folder was written by a newer Polywire (its format is ${version}, this program knows ${migrations.length}): update Polywire, or use another folder.`,
    zh: `此数据目录由更新版本的 Polywire 写入（其格式为 ${version}，本程序支持到 ${migrations.length}）：请升级 Polywire，或使用其他目录。`,
  });
}

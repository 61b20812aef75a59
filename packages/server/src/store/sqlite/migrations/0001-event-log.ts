import type { Migration } from './contract.ts';

export const eventLog: Migration = {
  sql: `
    CREATE TABLE log_keys (key INTEGER PRIMARY KEY, session TEXT NOT NULL UNIQUE);
    CREATE TABLE journal (id INTEGER PRIMARY KEY, epoch INTEGER NOT NULL, heads BLOB NOT NULL, body BLOB NOT NULL);
    CREATE TABLE segments (
      session TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, sum INTEGER NOT NULL, body TEXT NOT NULL
    );
    CREATE UNIQUE INDEX segments_place ON segments (session, first);
  `,
};

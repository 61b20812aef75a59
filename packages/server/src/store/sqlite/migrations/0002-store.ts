import type { Migration } from './contract.ts';

/** Every table has a rowid: exports walk by it. Whatever belongs to a session goes with it. */
export const store: Migration = {
  sql: `
    CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL);

    CREATE TABLE sessions (
      id TEXT PRIMARY KEY, owner TEXT NOT NULL, title TEXT NOT NULL,
      created INTEGER NOT NULL, updated INTEGER NOT NULL, status TEXT,
      agent TEXT, model TEXT, policy TEXT, settings TEXT NOT NULL
    );
    CREATE INDEX sessions_newest ON sessions (owner, updated, id);

    CREATE TABLE aliases (
      owner TEXT NOT NULL, dialect TEXT NOT NULL, alias TEXT NOT NULL,
      session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE
    );
    CREATE UNIQUE INDEX aliases_name ON aliases (owner, dialect, alias);
    CREATE INDEX aliases_session ON aliases (session, dialect);

    CREATE TABLE runs (
      session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
      first INTEGER NOT NULL, last INTEGER, id TEXT, status TEXT NOT NULL,
      started INTEGER NOT NULL, finished INTEGER, agent TEXT, model TEXT, input TEXT, ref TEXT, reason TEXT, answer TEXT,
      tokens_in INTEGER, tokens_out INTEGER, tokens INTEGER, cost REAL, duration REAL, off INTEGER NOT NULL DEFAULT 0
    );
    CREATE UNIQUE INDEX runs_place ON runs (session, first);
    CREATE INDEX runs_open ON runs (session) WHERE last IS NULL;
    CREATE INDEX runs_id ON runs (id);
    CREATE INDEX runs_ref ON runs (ref);

    CREATE TABLE messages (
      id INTEGER PRIMARY KEY, session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
      first INTEGER NOT NULL, last INTEGER, turn INTEGER, run TEXT, message TEXT, role TEXT NOT NULL, name TEXT, text TEXT NOT NULL,
      files TEXT, ref TEXT, at INTEGER NOT NULL, interrupted INTEGER NOT NULL DEFAULT 0,
      queued INTEGER NOT NULL DEFAULT 0, off INTEGER NOT NULL DEFAULT 0, indexed INTEGER NOT NULL DEFAULT 0
    );
    CREATE UNIQUE INDEX messages_place ON messages (session, first);
    CREATE INDEX messages_open ON messages (session) WHERE last IS NULL;
    CREATE INDEX messages_queued ON messages (session) WHERE queued = 1;
    CREATE INDEX messages_unindexed ON messages (id) WHERE indexed = 0;
    CREATE VIRTUAL TABLE message_search USING fts5 (
      words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
    );
    CREATE TRIGGER messages_forgotten AFTER DELETE ON messages WHEN old.indexed = 1 BEGIN
      DELETE FROM message_search WHERE rowid = old.id;
    END;

    CREATE TABLE questions (
      session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE, input TEXT NOT NULL, at INTEGER NOT NULL,
      event TEXT NOT NULL
    );
    CREATE UNIQUE INDEX questions_place ON questions (session, input);

    CREATE TABLE proposals (
      session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE, plan TEXT NOT NULL, run TEXT, seq INTEGER NOT NULL,
      at INTEGER NOT NULL, task TEXT, summary TEXT, steps TEXT NOT NULL
    );
    CREATE UNIQUE INDEX proposals_place ON proposals (session, plan);

    CREATE TABLE settings (owner TEXT PRIMARY KEY, body TEXT NOT NULL);

    CREATE TABLE plans (
      id INTEGER PRIMARY KEY, owner TEXT NOT NULL, task TEXT NOT NULL, steps TEXT NOT NULL,
      created INTEGER NOT NULL, updated INTEGER NOT NULL
    );
    CREATE INDEX plans_owner ON plans (owner);

    CREATE TABLE workspaces (id TEXT PRIMARY KEY, owner TEXT NOT NULL, name TEXT NOT NULL, created INTEGER NOT NULL);
    CREATE INDEX workspaces_owner ON workspaces (owner);
    CREATE TABLE threads (
      workspace TEXT NOT NULL REFERENCES workspaces ON DELETE CASCADE,
      session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE
    );
    CREATE UNIQUE INDEX threads_place ON threads (workspace, session);
    CREATE INDEX threads_session ON threads (session);

    CREATE TABLE uploads (
      id TEXT PRIMARY KEY, session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE, name TEXT NOT NULL, type TEXT,
      size INTEGER NOT NULL, sha256 TEXT NOT NULL, created INTEGER NOT NULL
    );
    CREATE INDEX uploads_session ON uploads (session);

    CREATE TABLE documents (
      id TEXT PRIMARY KEY, owner TEXT NOT NULL, title TEXT NOT NULL, source TEXT NOT NULL, type TEXT NOT NULL,
      size INTEGER NOT NULL, created INTEGER NOT NULL
    );
    CREATE INDEX documents_owner ON documents (owner);
    CREATE TABLE chunks (
      id INTEGER PRIMARY KEY, document TEXT NOT NULL REFERENCES documents ON DELETE CASCADE, text TEXT NOT NULL,
      indexed INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX chunks_document ON chunks (document);
    CREATE INDEX chunks_unindexed ON chunks (id) WHERE indexed = 0;
    CREATE VIRTUAL TABLE chunk_search USING fts5 (words, content = '', contentless_delete = 1, tokenize = 'ascii');
    CREATE TRIGGER chunks_forgotten AFTER DELETE ON chunks WHEN old.indexed = 1 BEGIN
      DELETE FROM chunk_search WHERE rowid = old.id;
    END;

    CREATE TABLE analyses (
      id INTEGER PRIMARY KEY, session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE, call TEXT, title TEXT,
      options TEXT NOT NULL, created INTEGER NOT NULL
    );
    CREATE INDEX analyses_session ON analyses (session);
  `,
};

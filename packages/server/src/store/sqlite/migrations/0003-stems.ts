import type { Migration } from './contract.ts';

/** Documents are found by the stems of English words: `approvals` finds `approval`. All are indexed anew when next needed. */
export const stems: Migration = {
  sql: `
    DROP TABLE chunk_search;
    CREATE VIRTUAL TABLE chunk_search USING fts5 (words, content = '', contentless_delete = 1, tokenize = 'porter ascii');
    UPDATE chunks SET indexed = 0;
  `,
};

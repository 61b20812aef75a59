import type { Database } from 'better-sqlite3';
import { wellFormed } from '../../well-formed.ts';
import type { DocumentRecord, Documents } from '../contract.ts';
import { StoreError } from '../errors.ts';
import { chunksOf } from './chunks.ts';
import { newId } from './ids.ts';
import { itemsOf } from './limits.ts';
import { build, mapped, type Queries } from './query.ts';
import { SearchIndex } from './search-index.ts';
import { snippetOf } from './snippet.ts';
import type { Tables } from './tables.ts';
import { segmenter } from './words.ts';

export function sqliteDocuments(db: Database, queries: Queries, now: () => number): Documents {
  const index = new SearchIndex(db, {
    table: 'chunks',
    index: 'chunk_search',
    waiting: `SELECT c.id, d.title || ' ' || c.text AS text FROM chunks c JOIN documents d ON d.id = c.document
      WHERE c.indexed = 0 ORDER BY c.id`,
    words: (text, segment) => segment(text),
  });
  const matching = db.prepare<[string, string, string | null, number], Found>(`
    SELECT d.id, d.title, d.source, d.type AS sourceType, c.text, -bm25(chunk_search) AS score
    FROM chunk_search JOIN chunks c ON c.id = chunk_search.rowid JOIN documents d ON d.id = c.document
    WHERE chunk_search MATCH ? AND d.owner = ? AND d.type = ifnull(?, d.type)
    ORDER BY score DESC LIMIT ?`);
  const owned = (owner: string) => build.selectFrom('documents').selectAll().where('owner', '=', owner);

  return {
    async add(owner, { id = newId('doc'), title, source, sourceType, text }) {
      if (text.length > MAX_CHARS) throw tooLong();
      const chunks = chunksOf(wellFormed(text));
      if (chunks.length === 0) throw empty();
      const row = { id, owner, title, source, type: sourceType, size: Buffer.byteLength(text), created: now() };
      queries.transaction(() => {
        queries.run(build.insertInto('documents').values(row));
        const insert = db.prepare('INSERT INTO chunks (document, text) VALUES (?, ?)');
        for (const chunk of chunks) insert.run(id, chunk);
      });
      try {
        await index.catchUp();
      } catch (error) {
        queries.run(build.deleteFrom('documents').where('id', '=', id));
        throw error;
      }
      return record(row);
    },
    async list(owner) {
      return queries.all(owned(owner).orderBy('created').orderBy('id')).map(record);
    },
    async remove(owner, id) {
      const gone = queries.run(build.deleteFrom('documents').where('id', '=', id).where('owner', '=', owner)) > 0;
      if (gone) await index.purge();
      return gone;
    },
    async search(owner, query, { sourceType, limit } = {}) {
      const segment = await segmenter();
      const words = [...new Set(segment(query))].slice(0, MAX_WORDS);
      if (words.length === 0) return [];
      await index.catchUp();
      const any = words.map((word) => `"${word}"`).join(' OR ');
      const rows = mapped(() => matching.all(any, owner, sourceType ?? null, itemsOf(limit)));
      return rows.map((row) => ({ ...row, snippet: snippetOf(row.text, words) }));
    },
  };
}

/** A thick book. Larger ones would hold up everybody else while they are written. */
const MAX_CHARS = 5_000_000;
/** A whole question may be the query; beyond this the rest of it hardly matters. */
const MAX_WORDS = 64;

interface Found {
  id: string;
  title: string;
  source: string;
  sourceType: string;
  text: string;
  score: number;
}

function record({ id, title, source, type, size, created }: Tables['documents']): DocumentRecord {
  return { id, title, source, sourceType: type, size, created };
}

function tooLong(): StoreError {
  return new StoreError('INVALID', {
    en: `The document has more than ${MAX_CHARS} characters: divide it.`,
    zh: `该文档超过 ${MAX_CHARS} 个字符：请拆分后再添加。`,
  });
}

function empty(): StoreError {
  return new StoreError('INVALID', { en: 'The document has no text.', zh: '该文档没有文字内容。' });
}

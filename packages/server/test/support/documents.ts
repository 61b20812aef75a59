import { openDatabase } from '../../src/store/sqlite/open.ts';
import { openStore } from '../../src/store/sqlite/store.ts';

export interface TestDocument {
  readonly title: string;
  readonly text: string;
}

/** Puts documents into a data folder that no server has open, as the owner of a server without tokens. */
export async function addDocuments(data: string, documents: readonly TestDocument[]): Promise<void> {
  const store = await openStore(openDatabase(data));
  try {
    for (const { title, text } of documents) {
      await store.documents.add('local', { title, text, source: `${title}.md`, sourceType: 'document' });
    }
  } finally {
    await store.close();
  }
}

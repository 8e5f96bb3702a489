import { search } from '../retrieval/search.ts';
import type { AccessFilter, Chunk, Hit, IndexedDocument, SearchQuery } from '../search-engine.ts';
import { InvertedIndex } from '../storage/inverted-index.ts';

export type TestDocument = Partial<Omit<IndexedDocument, 'chunks'>> & { id: number; texts: string[] };

function chunkOf(text: string, ordinal: number): Chunk {
  return { ordinal, text, headings: '', start: 0, end: text.length };
}

/** An index of these documents, asked for everything unless told otherwise. */
export function createInMemoryIndex(documents: TestDocument[]) {
  const index = new InvertedIndex();
  const chunks: Chunk[] = [];
  for (const {
    id,
    location = { folderId: 1, ownerId: 1 },
    title = '',
    path = '',
    opening = '',
    texts,
  } of documents) {
    const { held: entry, read, finish } = index.addDocument(id, { id, location, title, path });
    for (const chunk of texts.map(chunkOf)) {
      chunks.push(chunk);
      read(chunk);
    }
    finish(opening);
    index.publish(entry);
  }
  const find = (query: SearchQuery) =>
    search({ index, vectors: undefined }, query, ({ chunk }) => chunks[chunk] ?? chunkOf('', 0));
  return {
    index,
    find,
    ask: (
      text: string,
      accessFilter: AccessFilter = { all: true },
      limit = 1000,
      withinFolderIds?: number[],
    ): Hit[] => {
      const query = { text, accessFilter, limit, ...(withinFolderIds && { withinFolderIds }) };
      return find(query).hits;
    },
  };
}

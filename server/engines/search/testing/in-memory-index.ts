import { KeywordIndex } from '../storage/inverted-index.ts';
import { search } from '../retrieval/search.ts';
import type { Allowed, Chunk, Hit, IndexedDocument, Query } from '../search-engine.ts';

export type Brief = Partial<Omit<IndexedDocument, 'chunks'>> & { id: number; texts: string[] };

function chunkOf(text: string, ordinal: number): Chunk {
  return { ordinal, text, headings: '', start: 0, end: text.length };
}

/** An index of these documents, asked for everything unless told otherwise. */
export function indexOf(documents: Brief[]) {
  const index = new KeywordIndex();
  const chunks: Chunk[] = [];
  for (const {
    id,
    place = { folderId: 1, ownerId: 1 },
    title = '',
    path = '',
    head = '',
    texts,
  } of documents) {
    const { held, read, finish } = index.begin(id, { id, place, title, path });
    for (const chunk of texts.map(chunkOf)) {
      chunks.push(chunk);
      read(chunk);
    }
    finish(head);
    index.show(held);
  }
  const find = (query: Query) =>
    search({ index, vectors: undefined }, query, ({ chunk }) => chunks[chunk] ?? chunkOf('', 0));
  return {
    index,
    find,
    ask: (text: string, allowed: Allowed = { all: true }, limit = 1000, within?: number[]): Hit[] => {
      const query = { text, allowed, limit, ...(within && { within }) };
      return find(query).hits;
    },
  };
}

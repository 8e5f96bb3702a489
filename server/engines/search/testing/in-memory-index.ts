import { chooseMethod } from '../retrieval/choose-method.ts';
import { search } from '../retrieval/search.ts';
import type {
  AccessFilter,
  Chunk,
  Hit,
  IndexedDocument,
  SearchQuery,
  SearchResults,
} from '../search-types.ts';
import { InvertedIndex } from '../storage/inverted-index.ts';

export type TestDocument = Partial<Omit<IndexedDocument, 'chunks'>> & { id: number; texts: string[] };

export const createTestChunk = (text: string, ordinal = 0): Chunk => ({
  ordinal,
  text,
  headings: '',
  start: 0,
  end: text.length,
});

/** Creates an index of these documents in memory; `ask` may see everything unless a filter is given. */
export function createInMemoryIndex(documents: TestDocument[]) {
  const index = new InvertedIndex();
  const chunks: Chunk[] = [];
  for (const { id, texts, ...document } of documents) {
    const { location = { folderId: 1, ownerId: 1 }, title = '', path = '', opening = '' } = document;
    const { entry, addChunk, finish } = index.addDocument(id, { id, location, title, path });
    let start = 0;
    for (const [ordinal, text] of texts.entries()) {
      const chunk = { ...createTestChunk(text, ordinal), start, end: start + text.length };
      start = chunk.end + 1;
      chunks.push(chunk);
      addChunk(chunk);
    }
    finish(opening);
    index.publish(entry);
  }
  const searchable = {
    loaded: { index, vectors: undefined },
    readChunk: ({ chunk }: { chunk: number }) => chunks[chunk] ?? createTestChunk(''),
  };
  const find = (query: SearchQuery): SearchResults => search(searchable, query);
  return {
    index,
    find,
    ask: (
      text: string,
      accessFilter: AccessFilter = { all: true },
      limit = 1000,
      withinFolderIds?: number[],
    ): Hit[] => {
      const within = withinFolderIds && { withinFolderIds };
      return find({ text, accessFilter, limit, method: chooseMethod(text), ...within }).hits;
    },
  };
}

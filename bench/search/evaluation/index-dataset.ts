import { chunkBlocks } from '#server/engines/search/analysis/chunk-blocks.ts';
import { chooseMethod } from '#server/engines/search/retrieval/choose-method.ts';
import { parseKeywordQuery } from '#server/engines/search/retrieval/parse-keyword-query.ts';
import { PermittedView } from '#server/engines/search/retrieval/permitted-view.ts';
import { rankMatches, search } from '#server/engines/search/retrieval/search.ts';
import type { Chunk, RankingMethod, SearchResults } from '#server/engines/search/search-engine.ts';
import { EMPTY_CHUNK, InvertedIndex } from '#server/engines/search/storage/inverted-index.ts';
import type { Dataset } from '../datasets/datasets.ts';
import { readPlainText } from '../datasets/plain-text.ts';

const INDEXED_LOCATION = { folderId: null, ownerId: 1 };
const OPENING_LENGTH = 600;

export interface Match {
  document: number;
  chunk: Chunk;
}

interface BuiltIndex {
  index: InvertedIndex;
  chunks: Chunk[];
}

/** Indexes by their documents: the halves of a set, and several sets, ask about the same ones. */
const built = new WeakMap<Dataset['documents'], BuiltIndex>();

export function buildIndex({ documents }: Pick<Dataset, 'documents'>): BuiltIndex {
  const known = built.get(documents) ?? indexDocuments(documents);
  built.set(documents, known);
  return known;
}

function indexDocuments(documents: Dataset['documents']): BuiltIndex {
  const index = new InvertedIndex();
  const chunks: Chunk[] = [];
  for (const { id, title, text, blocks } of documents) {
    const document = { id, location: INDEXED_LOCATION, title, path: '' };
    const { entry, addChunk, finish } = index.addDocument(id, document);
    const textChunks = [...chunkBlocks(blocks ?? readPlainText(text).blocks)];
    for (const chunk of textChunks.length > 0 ? textChunks : [EMPTY_CHUNK]) {
      chunks.push(chunk);
      addChunk(chunk);
    }
    finish(text.slice(0, OPENING_LENGTH));
    index.publish(entry);
  }
  return { index, chunks };
}

/** Indexes a dataset in memory as the server would. The returned function ranks all matches of a query, best first. */
export function indexDataset(
  dataset: Dataset,
  /** Chosen from the query, as the server does, when absent. */
  method?: RankingMethod,
): (text: string) => IteratorObject<Match> {
  const { index, chunks } = buildIndex(dataset);
  const view = new PermittedView(index, () => true);
  return (text) => {
    const parsed = parseKeywordQuery(text, view);
    const query = { text, method: method ?? chooseMethod(text) };
    return rankMatches(view, undefined, query, parsed).matches.map(({ entry, chunk }) => ({
      document: entry.id,
      chunk: chunks[chunk] ?? EMPTY_CHUNK,
    }));
  };
}

/** Indexes a dataset in memory. The returned function finds what the server would show, with the evidence for its confidence. */
export function createHitSearch(
  dataset: Dataset,
): (text: string, limit: number) => SearchResults & { evidence: readonly number[] } {
  const { index, chunks } = buildIndex(dataset);
  const searchable = {
    loaded: { index, vectors: undefined },
    readChunk: ({ chunk }: { chunk: number }) => chunks[chunk] ?? EMPTY_CHUNK,
  };
  return (text, limit) =>
    search(searchable, { text, accessFilter: { all: true }, limit, method: chooseMethod(text) });
}

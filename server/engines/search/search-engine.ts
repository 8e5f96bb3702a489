import { createAbsentIndex } from './absent-search-index.ts';
import { CHUNKER_VERSION, chunkBlocks } from './analysis/chunk-blocks.ts';
import { tokenize } from './analysis/tokenize.ts';
import { listSynonymKeys, synonymKeyOf } from './lexicon/synonym-keys.ts';
import type { SearchServerSettings } from './remote/search-server.ts';
import { chooseMethod } from './retrieval/choose-method.ts';
import type { Chunk, RankingMethod, SearchIndex, TextBlock } from './search-types.ts';
import { callIndexWorker, startIndexWorker } from './storage/index-worker-client.ts';

export type { SearchServerSettings } from './remote/search-server.ts';
export type {
  AccessFilter,
  Chunk,
  Hit,
  IndexedDocument,
  IndexStatistics,
  PassagePosition,
  PlacedDocument,
  QueryEmbedding,
  RankingMethod,
  ScopedSynonyms,
  SearchQuery,
  SearchResults,
} from './search-types.ts';
export type { TableAnswer } from './tables/table-types.ts';

export interface SearchEngine extends SearchIndex {
  /** Returns `keyword` for literal queries (quotes, codes, file names, a word or two) and `hybrid` for questions. */
  chooseMethod(text: string): RankingMethod;
  /** Returns the language with the most function words in a text, as a code of two letters; `en` without any. */
  detectLanguage(text: string): Promise<string>;
  /** Identifies a synonym as a question is compared with it. */
  synonymKeyOf(term: string): string;
  /** Lists the keys of all synonyms that a question could contain, each with its offsets; the longest come first. */
  listSynonymKeys(question: string): { key: string; start: number; end: number }[];
  /** Yields the chunks one by one, because a large document takes seconds. */
  chunkBlocks(blocks: Iterable<TextBlock>): Generator<Chunk, void>;
  /**
   * Identifies the vectors that a model makes of this engine's passages. Vectors are comparable only within one
   * fingerprint: the same model, and passages cut by the same version of the chunker.
   */
  computeFingerprint(model: object): string;
}

/**
 * Opens the index in a worker thread, so that neither a query nor a rebuild blocks the server. A damaged or unknown file is
 * removed, `onRemoved` is called with the reason, and a new index begins at position 0. Reading a large file takes seconds; it
 * begins at once, and calls made meanwhile wait for it. Without a file the worker starts with the first call. The most passages
 * follow from the memory unless they are given. Without a file name there is no index: the calls to it fail.
 */
export const openSearchEngine = (
  file: string | undefined,
  maxPassages?: number,
  onRemoved?: (reason: string) => void,
): SearchEngine =>
  withAnalysis(file === undefined ? createAbsentIndex() : startIndexWorker(file, maxPassages, onRemoved));

/**
 * Opens the index that several nodes share on an OpenSearch server. It is reached with the first call, from a worker thread,
 * which ranks what the server finds. Indexes of another installation are refused.
 */
export const openRemoteSearchEngine = (settings: SearchServerSettings, installation: string): SearchEngine =>
  withAnalysis(
    callIndexWorker({
      url: new URL('./remote/remote-worker.ts', import.meta.url),
      data: { settings, installation },
    }),
  );

const withAnalysis = (index: SearchIndex): SearchEngine => ({
  ...index,
  chooseMethod,
  async detectLanguage(text) {
    // The function words of all languages take more than a megabyte, and this thread needs them for scans only.
    const { detectLanguage } = await import('./analysis/detect-language.ts');
    return detectLanguage(tokenize(text));
  },
  synonymKeyOf,
  listSynonymKeys,
  chunkBlocks,
  computeFingerprint: (model) => JSON.stringify({ ...model, chunker: CHUNKER_VERSION }),
});

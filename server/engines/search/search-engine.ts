import { createAbsentIndex } from './absent-search-index.ts';
import { CHUNKER_VERSION, chunkBlocks } from './analysis/chunk-blocks.ts';
import { detectLanguage } from './analysis/detect-language.ts';
import { tokenize } from './analysis/tokenize.ts';
import { listSynonymKeys, synonymKeyOf } from './lexicon/synonym-keys.ts';
import { chooseMethod } from './retrieval/choose-method.ts';
import type { Chunk, RankingMethod, SearchIndex, TextBlock } from './search-types.ts';
import { startIndexWorker } from './storage/index-worker-client.ts';

export type {
  AccessFilter,
  Chunk,
  Hit,
  IndexedDocument,
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
  detectLanguage(text: string): string;
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
 * Opens the index in a worker thread, so that neither a query nor a rebuild blocks the server. A damaged or outdated
 * file is renamed (`.set-aside`) and a new index begins at position 0. Reading a large file takes seconds; it begins
 * at once, and calls made meanwhile wait for it. Without a file the worker starts with the first call.
 * Without a file name there is no index: the calls to it fail.
 */
export function openSearchEngine(file: string | undefined): SearchEngine {
  return {
    ...(file === undefined ? createAbsentIndex() : startIndexWorker(file)),
    chooseMethod,
    detectLanguage: (text) => detectLanguage(tokenize(text)),
    synonymKeyOf,
    listSynonymKeys,
    chunkBlocks,
    computeFingerprint: (model) => JSON.stringify({ ...model, chunker: CHUNKER_VERSION }),
  };
}

import type { Chunk } from '../search-types.ts';
import type { LoadedIndex } from '../storage/load-index.ts';
import type { RankedPassage } from './rank-by-keyword.ts';

/** The index in memory, and where the texts of its passages are read. */
export interface SearchableIndex {
  readonly loaded: LoadedIndex;
  readChunk(passage: Pick<RankedPassage, 'entry' | 'chunk'>): Chunk;
  /** Returns what identifies the text that a document was put with; undefined when it was put without that. */
  readTextKey?(entry: RankedPassage['entry']): string | undefined;
}

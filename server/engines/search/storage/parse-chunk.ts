import type { Chunk } from '../search-engine.ts';
import { DamagedIndexError } from './index-database.ts';

/** Reads what the index file holds of a chunk. */
export function parseChunk(json: string): Chunk {
  try {
    const chunk: unknown = JSON.parse(json);
    if (typeof chunk === 'object' && chunk !== null && 'text' in chunk && typeof chunk.text === 'string') {
      // `addChunk` wrote it.
      if ('headings' in chunk && typeof chunk.headings === 'string') return chunk as Chunk;
    }
  } catch (error) {
    throw new DamagedIndexError('A chunk in the index file cannot be read.', { cause: error });
  }
  throw new DamagedIndexError('A chunk in the index file is not one.');
}

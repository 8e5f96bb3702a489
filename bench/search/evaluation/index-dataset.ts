import { chunkBlocks } from '#server/engines/search/analysis/chunk-blocks.ts';
import { KeywordIndex } from '#server/engines/search/storage/inverted-index.ts';
import { Permitted } from '#server/engines/search/retrieval/permitted-view.ts';
import type { RankingMethod } from '#server/engines/search/ranking/ranking-weights.ts';
import { findMatches, search } from '#server/engines/search/retrieval/search.ts';
import type { Chunk, Hit } from '#server/engines/search/search-engine.ts';
import { noText } from '#server/engines/search/storage/persistent-index.ts';
import type { Collection } from '../datasets/datasets.ts';
import { readPlain } from '../datasets/plain-text.ts';

const place = { folderId: null, ownerId: 1 };
const headLength = 600;

export interface Match {
  document: number;
  chunk: Chunk;
}

function fill({ documents }: Collection): { index: KeywordIndex; chunks: Chunk[] } {
  const index = new KeywordIndex();
  const chunks: Chunk[] = [];
  for (const { id, title, text, blocks } of documents) {
    const { held, read, finish } = index.begin(id, { id, place, title, path: '' });
    const ofText = [...chunkBlocks(blocks ?? readPlain(text).blocks)];
    for (const chunk of ofText.length > 0 ? ofText : [noText]) {
      chunks.push(chunk);
      read(chunk);
    }
    finish(text.slice(0, headLength));
    index.show(held);
  }
  return { index, chunks };
}

/** Indexes a collection in memory as the room would; answers with everything that matches, best first. */
export function indexCollection(
  collection: Collection,
  /** The room chooses when absent. */
  method?: RankingMethod,
): (text: string) => { matches: IteratorObject<Match>; evidence: readonly number[] } {
  const { index, chunks } = fill(collection);
  const permitted = new Permitted(index, () => true);
  return (text) => {
    const { matches, evidence } = findMatches(permitted, undefined, { text, ...(method && { method }) });
    return {
      evidence,
      matches: matches.map(({ held, chunk }) => ({ document: held.id, chunk: chunks[chunk] ?? noText })),
    };
  };
}

/** Answers with the first hit that the room would show. */
export function askFirst(collection: Collection): (text: string) => Hit | undefined {
  const { index, chunks } = fill(collection);
  return (text) =>
    search(
      { index, vectors: undefined },
      { text, allowed: { all: true }, limit: 1 },
      ({ chunk }) => chunks[chunk] ?? noText,
    ).hits[0];
}

import { chunkBlocks } from '#server/engines/search/analysis/chunk-blocks.ts';
import type { RankingMethod } from '#server/engines/search/ranking/ranking-weights.ts';
import { PermittedView } from '#server/engines/search/retrieval/permitted-view.ts';
import { rankMatches, search } from '#server/engines/search/retrieval/search.ts';
import type { Chunk, Hit } from '#server/engines/search/search-engine.ts';
import { InvertedIndex } from '#server/engines/search/storage/inverted-index.ts';
import { EMPTY_CHUNK } from '#server/engines/search/storage/persistent-index.ts';
import type { Dataset } from '../datasets/datasets.ts';
import { readPlainText } from '../datasets/plain-text.ts';

const INDEXED_LOCATION = { folderId: null, ownerId: 1 };
const HEAD_LENGTH = 600;

export interface Match {
  document: number;
  chunk: Chunk;
}

function buildIndex({ documents }: Dataset): { index: InvertedIndex; chunks: Chunk[] } {
  const index = new InvertedIndex();
  const chunks: Chunk[] = [];
  for (const { id, title, text, blocks } of documents) {
    const {
      held: entry,
      read,
      finish,
    } = index.addDocument(id, { id, location: INDEXED_LOCATION, title, path: '' });
    const ofText = [...chunkBlocks(blocks ?? readPlainText(text).blocks)];
    for (const chunk of ofText.length > 0 ? ofText : [EMPTY_CHUNK]) {
      chunks.push(chunk);
      read(chunk);
    }
    finish(text.slice(0, HEAD_LENGTH));
    index.publish(entry);
  }
  return { index, chunks };
}

/** Indexes a collection in memory as the room would; answers with everything that matches, best first. */
export function indexDataset(
  collection: Dataset,
  /** The room chooses when absent. */
  method?: RankingMethod,
): (text: string) => { matches: IteratorObject<Match>; evidence: readonly number[] } {
  const { index, chunks } = buildIndex(collection);
  const view = new PermittedView(index, () => true);
  return (text) => {
    const { matches, evidence } = rankMatches(view, undefined, { text, ...(method && { method }) });
    return {
      evidence,
      matches: matches.map(({ entry, chunk }) => ({
        document: entry.id,
        chunk: chunks[chunk] ?? EMPTY_CHUNK,
      })),
    };
  };
}

/** Answers with the first hit that the room would show. */
export function createTopHitSearch(collection: Dataset): (text: string) => Hit | undefined {
  const { index, chunks } = buildIndex(collection);
  return (text) =>
    search(
      { index, vectors: undefined },
      { text, accessFilter: { all: true }, limit: 1 },
      ({ chunk }) => chunks[chunk] ?? EMPTY_CHUNK,
    ).hits[0];
}

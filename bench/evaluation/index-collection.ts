import { chunkBlocks } from '#server/platform/index/chunk-blocks.ts';
import { KeywordIndex } from '#server/platform/index/keyword-index.ts';
import type { RankingMethod } from '#server/platform/index/ranking-weights.ts';
import { findMatches } from '#server/platform/index/search.ts';
import type { Chunk } from '#server/platform/index/search-index.ts';
import { noText } from '#server/platform/index/stored-index.ts';
import type { Block } from '#server/platform/text/block.ts';
import type { Collection } from './collections.ts';

const place = { folderId: null, ownerId: 1 };
const headLength = 600;

function paragraphs(text: string): Block[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const block: Block = { kind: 'paragraph', text: line, headings: [], start, end: start + line.length };
    start = block.end + 1;
    return block;
  });
}

export interface Match {
  document: number;
  chunk: Chunk;
}

/** Indexes a collection in memory as the room would; answers with everything that matches, best first. */
export function indexCollection(
  { documents }: Collection,
  method: RankingMethod,
): (text: string) => { matches: IteratorObject<Match>; evidence: readonly number[] } {
  const index = new KeywordIndex();
  const chunks: Chunk[] = [];
  for (const { id, title, text } of documents) {
    const { held, read, finish } = index.begin(id, { id, place, title, path: '' });
    const ofText = [...chunkBlocks(paragraphs(text))];
    for (const chunk of ofText.length > 0 ? ofText : [noText]) {
      chunks.push(chunk);
      read(chunk);
    }
    finish(text.slice(0, headLength));
    index.show(held);
  }
  return (text) => {
    const { matches, evidence } = findMatches(index, { text, allowed: { all: true }, method });
    return {
      evidence,
      matches: matches.map(({ held, chunk }) => ({ document: held.id, chunk: chunks[chunk] ?? noText })),
    };
  };
}

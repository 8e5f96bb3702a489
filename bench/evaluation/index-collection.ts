import { type Block, chunkBlocks } from '#server/platform/index/chunk-blocks.ts';
import { KeywordIndex } from '#server/platform/index/keyword-index.ts';
import { search } from '#server/platform/index/search.ts';
import type { Chunk, Hit } from '#server/platform/index/search-index.ts';
import { noText } from '#server/platform/index/stored-index.ts';
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

/** Indexes a collection in memory as the room would, and answers without the bound of three chunks per document. */
export function indexCollection({ documents }: Collection): (text: string, limit: number) => Hit[] {
  const index = new KeywordIndex();
  const chunks: Chunk[] = [];
  for (const { id, title, text } of documents) {
    const { held, read, finish } = index.begin(id, { id, place, title, path: '' });
    const ofText = chunkBlocks(paragraphs(text));
    for (const chunk of ofText.length > 0 ? ofText : [noText]) {
      chunks.push(chunk);
      read(chunk);
    }
    finish(text.slice(0, headLength));
    index.show(held);
  }
  const chunkOf = ({ chunk }: { chunk: number }): Chunk => {
    const found = chunks[chunk];
    if (found === undefined) throw new Error(`No chunk ${chunk}.`);
    return found;
  };
  return (text, limit) => search(index, { text, allowed: { all: true }, limit }, chunkOf, limit);
}

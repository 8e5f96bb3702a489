import type { Services } from '#server/app/context.ts';
import type { LoadedFile } from '#server/authorization/load-file.ts';
import type { Block } from '#server/engines/documents/document-engine.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { isHiddenBlock } from '#server/modules/search/indexing/leave-out-hidden.ts';
import { readBlocks } from '#server/modules/search/indexing/stored-blocks.ts';
import { splitWords } from '#shared/evidence/archive/words.mjs';

const placeOf = ({ page, slide, sheet }: Block): string =>
  page !== undefined ? `Page ${page}` : slide !== undefined ? `Slide ${slide}` : (sheet ?? '');

/**
 * Reads the text of a document once: yields its passages, and counts its words in `counts` on the way. The words of its name
 * count too.
 */
export async function* readPassages(
  services: Services,
  file: Pick<LoadedFile, 'name' | 'text_blob_key'>,
  counts: Map<string, number>,
): AsyncGenerator<readonly [place: string, text: string]> {
  countWords(file.name, counts);
  if (file.text_blob_key === null) return;
  const yieldIfDue = createEventLoopYield();
  for await (const block of readBlocks(services, file.text_blob_key)) {
    // The index of an archive is read with the pages of a document that may not be downloaded, too.
    if (isHiddenBlock(block)) continue;
    countWords(block.text, counts);
    yield [placeOf(block), block.text];
    await yieldIfDue();
  }
}

function countWords(text: string, counts: Map<string, number>): void {
  for (const { word } of splitWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
}

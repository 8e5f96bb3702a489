import { BlockWriter } from '../blocks/block-writer.ts';
import type { Block } from '../blocks/document-text.ts';
import { findHyphenatedCompounds, joinLines } from '../blocks/line-structure.ts';
import { writePlainText } from '../formats/plain-text/extract-plain-text.ts';
import { MAX_PAGE_TEXT_LENGTH } from './page-recognition.ts';

export interface OcrPage {
  page: number;
  /** Lines as in the image; empty lines separate paragraphs. */
  text: string;
}

/**
 * A document's blocks with those of pages whose words were recognised, in the order of pages. Blocks of such a page that are
 * there already give way, so that doing it twice leaves what doing it once does.
 */
export function mergeOcrText(blocks: readonly Block[], pages: readonly OcrPage[]): Block[] {
  const replaced = new Set(pages.map(({ page }) => page));
  const others = blocks.filter(({ page = 1 }) => !replaced.has(page));
  const all = [...others, ...pages.flatMap(blocksOf)].toSorted((a, b) => (a.page ?? 1) - (b.page ?? 1));
  let end = -1;
  return all.map((block) => {
    const start = end + 1;
    end = start + block.text.length;
    return { ...block, start, end };
  });
}

function blocksOf({ page, text }: OcrPage): Block[] {
  const writer = new BlockWriter(MAX_PAGE_TEXT_LENGTH);
  const paragraphs = text.split(/\n[^\S\n]*\n/).map((paragraph) => paragraph.split('\n'));
  const compounds = findHyphenatedCompounds(paragraphs.flat());
  writePlainText(paragraphs.map((lines) => joinLines(lines, compounds)).join('\n\n'), writer);
  return writer.blocks.map((block) => ({ ...block, page }));
}

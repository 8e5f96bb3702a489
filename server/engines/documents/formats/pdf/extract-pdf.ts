import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import type { DocumentMetadata } from '#server/engines/documents/blocks/document-text.ts';
import {
  findHyphenatedCompounds,
  headingLevelFromText,
  joinLines,
  startsListItem,
} from '#server/engines/documents/blocks/line-structure.ts';
import type { PdfLine } from './pdf-lines.ts';
import { removeHeadersAndFooters } from './pdf-margins.ts';
import { readPages } from './pdf-pages.ts';
import { groupLines, HEADING_SCALE } from './pdf-paragraphs.ts';
import { loadPdfDocument, type Pdfium } from './pdfium.ts';

const MAX_HEADING = 150;
const TICK_BOX = /[☐☑☒✓✔]/u;
/** Font size determines heading levels 1 to 3; bold lines and capitals of the body's size rank below. */
const SIZE_LEVELS = 3;

export function extractPdf(
  pdfium: Pdfium,
  bytes: Uint8Array,
  writer: BlockWriter,
  timeoutMs: number,
): DocumentMetadata {
  const document = loadPdfDocument(pdfium, bytes);
  const read = readPages(pdfium, document, timeoutMs);
  const pages = removeHeadersAndFooters(read.pages);
  const lines = pages.flat();
  const compounds = findHyphenatedCompounds(lines.map((line) => line.text));
  const bodySize = mostCommonSize(lines);
  const groups = pages.flatMap(groupLines);
  const isLarge = (group: readonly PdfLine[]) => isShort(group) && sizeOf(group) >= bodySize * HEADING_SCALE;
  const sizes = [...new Set(groups.filter(isLarge).map(sizeOf))].toSorted((a, b) => b - a);

  for (const group of groups) {
    const page = group[0]?.page ?? 1;
    const text = joinLines(
      group.map((line) => line.text),
      compounds,
    );
    const level = isLarge(group)
      ? Math.min(sizes.indexOf(sizeOf(group)) + 1, SIZE_LEVELS)
      : levelOf(group, text);
    if (level !== undefined) writer.addHeading(level, text, { page });
    else if (isTable(group)) writer.addBlock('table', group.map((line) => line.text).join('\n'), { page });
    else writer.addBlock(startsListItem(text) ? 'list' : 'paragraph', text, { page });
  }
  const { count, imagePages, gaps } = read;
  return {
    title: metadataTitle(pdfium, document),
    pages: count,
    imagePages,
    gaps,
  };
}

function isTable(group: readonly PdfLine[]): boolean {
  return group.length > 1 && group.every((line) => line.isRow);
}

function isShort(group: readonly PdfLine[]): boolean {
  const text = group.map((line) => line.text).join(' ');
  return (
    group.length <= 3 &&
    text.length <= MAX_HEADING &&
    !TICK_BOX.test(text) &&
    /\p{L}{2}/u.test(text) &&
    !group.some((line) => line.isRow)
  );
}

function levelOf(group: readonly PdfLine[], text: string): number | undefined {
  if (!isShort(group)) return undefined;
  const byWords = headingLevelFromText(text);
  if (byWords !== undefined) return byWords;
  return group.every((line) => line.isBold) && !/[.;,:]$/.test(text) && !startsListItem(text)
    ? SIZE_LEVELS + 1
    : undefined;
}

/** Half points are enough to tell sizes apart, and more would tell one font's letters from another's. */
function sizeOf(group: readonly PdfLine[]): number {
  return Math.round((group[0]?.fontSize ?? 0) * 2) / 2;
}

function mostCommonSize(lines: readonly PdfLine[]): number {
  const letters = new Map<number, number>();
  for (const line of lines)
    letters.set(sizeOf([line]), (letters.get(sizeOf([line])) ?? 0) + line.text.length);
  return [...letters].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0])[0];
}

function metadataTitle(pdfium: Pdfium, document: number): string | undefined {
  const tag = pdfium.wasmExports.malloc(TITLE_TAG.length);
  pdfium.HEAPU8.set(TITLE_TAG, tag);
  const buffer = pdfium.wasmExports.malloc(TITLE_BYTES);
  const written = pdfium._FPDF_GetMetaText(document, tag, buffer, TITLE_BYTES);
  if (written <= 2 || written > TITLE_BYTES) return undefined;
  const title = new TextDecoder('utf-16le').decode(pdfium.HEAPU8.slice(buffer, buffer + written - 2));
  return title;
}

const TITLE_TAG = new TextEncoder().encode('Title\0');
const TITLE_BYTES = 2_048;

import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from '@cantoo/pdf-lib';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { createLineWriter } from '#server/engines/pdf/line-writer.ts';
import type { Comparison, ComparisonHunk } from '#shared/contracts/versions/compare.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';

/** A4 in points. */
const PAGE: [number, number] = [595, 842];
const MARGIN = 56;
const TEXT = { size: 10, height: 14 };
const HEADING = { size: 12, height: 22 };
const TITLE = { size: 18, height: 28 };
/** Some hundred pages; longer comparisons are read on the screen. */
const MAX_HUNKS = 2_000;
const MAX_HUNK_LENGTH = 5_000;

interface ComparedFile {
  readonly name: string;
  readonly a: number;
  readonly b: number;
  readonly comparedAt: number;
}

const KINDS = { insert: 'Added', delete: 'Removed', replace: 'Replaced', move: 'Moved' } as const;

/** Writes the changes of a comparison, one after another, with what was there before and what is there now. */
export async function renderComparison(file: ComparedFile, comparison: Comparison): Promise<Buffer> {
  const document = await PDFDocument.create();
  const [regular, bold] = [
    await document.embedFont(StandardFonts.Helvetica),
    await document.embedFont(StandardFonts.HelveticaBold),
  ];
  const title = `Comparison of ${file.name}`;
  document.setTitle(title);
  const write = createTextFlow(document);
  await write(title, bold, TITLE);
  const { hunks, truncated } = comparison;
  const count = hunks.length === 1 ? '1 change' : `${hunks.length} changes`;
  await write(
    `Version ${file.a} and version ${file.b}, compared ${isoInstant(file.comparedAt)}: ${count} in the text.`,
    regular,
    TEXT,
  );
  if (truncated) await write('The texts are long: only their first part was compared.', regular, TEXT);
  if (hunks.length > MAX_HUNKS) await write(`The first ${MAX_HUNKS} changes follow.`, regular, TEXT);
  const textOf = createCutter(comparison);
  for (const hunk of hunks.slice(0, MAX_HUNKS)) {
    await write(`\n${describePlace(hunk, file)}`, bold, HEADING);
    if (hunk.a && hunk.kind !== 'move') await write(`- ${textOf('a', hunk.a)}`, regular, TEXT);
    if (hunk.b) await write(`+ ${textOf('b', hunk.b)}`, regular, TEXT);
  }
  return Buffer.from(await document.save());
}

function describePlace({ kind, a, b }: ComparisonHunk, file: ComparedFile): string {
  const places = [
    a && `version ${file.a}${a.page === null ? '' : `, page ${a.page}`}`,
    b && `version ${file.b}${b.page === null ? '' : `, page ${b.page}`}`,
  ];
  return `${KINDS[kind]}: ${places.filter((place) => place !== null).join('; ')}`;
}

/** Returns a function that cuts the text of a place out of the pieces that it touches, which are in the order of the text. */
function createCutter({ rows }: Comparison) {
  const pieces = { a: rows.flatMap(({ a }) => a), b: rows.flatMap(({ b }) => b) };
  return (side: 'a' | 'b', place: { start: number; end: number }): string => {
    const all = pieces[side];
    let [first, end] = [0, all.length];
    while (first < end) {
      const middle = Math.floor((first + end) / 2);
      const piece = all[middle];
      if (piece && piece.start + piece.text.length <= place.start) first = middle + 1;
      else end = middle;
    }
    const parts: string[] = [];
    for (let at = first; at < all.length; at += 1) {
      const piece = all[at];
      if (!piece || piece.start >= place.end) break;
      const { start, text } = piece;
      parts.push(text.slice(Math.max(0, place.start - start), place.end - start));
    }
    const text = parts.join(' ');
    return text.length > MAX_HUNK_LENGTH ? `${text.slice(0, MAX_HUNK_LENGTH)} ...` : text;
  };
}

/** Returns a function that writes paragraphs below each other, on as many pages as they need. */
function createTextFlow(document: PDFDocument) {
  const pause = createEventLoopYield();
  let page: PDFPage = document.addPage(PAGE);
  let y = PAGE[1] - MARGIN;
  return async (text: string, font: PDFFont, { size, height }: { size: number; height: number }) => {
    const writer = createLineWriter(document, font, size, PAGE[0] - 2 * MARGIN);
    for (const line of text.split('\n').flatMap((paragraph) => writer.wrap(paragraph))) {
      await pause();
      if (y - height < MARGIN) {
        page = document.addPage(PAGE);
        y = PAGE[1] - MARGIN;
      }
      y -= height;
      await writer.draw(page, line, MARGIN, y);
    }
  };
}

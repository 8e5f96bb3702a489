import { PDFDocument } from '@cantoo/pdf-lib';
import { createParagraphPages } from '#server/engines/pdf/paragraph-pages.ts';
import type { Comparison, ComparisonHunk } from '#shared/contracts/versions/compare.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';

const STYLES = {
  title: { weight: 'bold', size: 18, height: 28 },
  heading: { weight: 'bold', size: 12, height: 22 },
  text: { weight: 'regular', size: 10, height: 14 },
} as const;
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
  const title = `Comparison of ${file.name}`;
  document.setTitle(title);
  const pages = await createParagraphPages(document, STYLES);
  await pages.write('title', title);
  const { hunks, truncated } = comparison;
  const count = hunks.length === 1 ? '1 change' : `${hunks.length} changes`;
  await pages.write(
    'text',
    `Version ${file.a} and version ${file.b}, compared ${isoInstant(file.comparedAt)}: ${count} in the text.`,
  );
  if (truncated) await pages.write('text', 'The texts are long: only their first part was compared.');
  if (hunks.length > MAX_HUNKS) await pages.write('text', `The first ${MAX_HUNKS} changes follow.`);
  const textOf = createCutter(comparison);
  for (const hunk of hunks.slice(0, MAX_HUNKS)) {
    await pages.write('heading', '');
    await pages.write('heading', describePlace(hunk, file));
    if (hunk.a && hunk.kind !== 'move') await pages.write('text', `- ${textOf('a', hunk.a)}`);
    if (hunk.b) await pages.write('text', `+ ${textOf('b', hunk.b)}`);
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

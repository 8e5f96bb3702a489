import type { PdfLine } from './pdf-lines.ts';

/** Headers and footers stand in these margins (parts of the page's height), or are its very first or last line. */
const MARGIN = 0.12;
const MIN_PAGES = 3;

/** The lines of margins whose words are the same, numbers aside. */
interface RepeatedLine {
  readonly pages: Set<number>;
  /** The numbers of the first line. */
  readonly first: readonly string[];
  /** How many lines there are. */
  count: number;
  /** By the place of a number in a line: how many lines have it at each distance from the number of their page. */
  readonly distances: readonly Map<number, number>[];
}

/**
 * Drops headers and footers: lines in the margin that come back on most pages and say nothing new, because their text was
 * kept before, or differs from it by the number of the page only. A page number without words goes everywhere; a line
 * with other numbers, such as that of an invoice, stays.
 */
export function removeHeadersAndFooters(pages: readonly PdfLine[][]): PdfLine[][] {
  const margins = pages.map(linesInMargins);
  const repeated = findRepeatedLines(margins);
  const needed = Math.max(MIN_PAGES, pages.length / 2);
  /** Texts that were kept, by their words. */
  const kept = new Map<string, Set<string>>();
  return pages.map((page, index) =>
    page.filter((line) => {
      const key = keyOf(line);
      const found = repeated.get(key);
      if (!margins[index]?.has(line) || !found || found.pages.size < needed) return true;
      const texts = kept.get(key) ?? new Set();
      if (texts.has(wordsOf(line))) return false;
      if (differsByPageNumber(line, index + 1, found) && (texts.size > 0 || !hasLetters(line))) return false;
      kept.set(key, texts.add(wordsOf(line)));
      return hasLetters(line) || numbersOf(line).length > 0;
    }),
  );
}

function linesInMargins(page: readonly PdfLine[]): Set<PdfLine> {
  const byDepth = page.toSorted((a, b) => a.verticalPosition - b.verticalPosition);
  const ends = new Set([byDepth[0], byDepth.at(-1)]);
  return new Set(
    page.filter(
      (line) => line.verticalPosition < MARGIN || line.verticalPosition > 1 - MARGIN || ends.has(line),
    ),
  );
}

function findRepeatedLines(margins: readonly ReadonlySet<PdfLine>[]): Map<string, RepeatedLine> {
  const repeated = new Map<string, RepeatedLine>();
  for (const [index, margin] of margins.entries())
    for (const line of margin) {
      const key = keyOf(line);
      const numbers = numbersOf(line);
      const found = repeated.get(key) ?? startCounting(numbers);
      found.pages.add(index);
      found.count += 1;
      for (const [at, text] of numbers.entries()) {
        const distance = Number(text) - (index + 1);
        found.distances[at]?.set(distance, (found.distances[at]?.get(distance) ?? 0) + 1);
      }
      repeated.set(key, found);
    }
  return repeated;
}

const startCounting = (first: readonly string[]): RepeatedLine => ({
  pages: new Set(),
  first,
  count: 0,
  distances: first.map(() => new Map()),
});

/** Returns whether the numbers of a line are the number of its page, and at least one is, or the same on the first one. */
function differsByPageNumber(
  line: PdfLine,
  page: number,
  { first, count, distances }: RepeatedLine,
): boolean {
  const isPageNumber = (text: string, at: number): boolean => {
    const offset = Number(text) - page;
    if (/^0/.test(text) || !Number.isSafeInteger(offset)) return false;
    // A number beside words must not be ahead of its page: numbers of invoices rise from page to page too, from a later start.
    if (offset > 0 && hasLetters(line)) return false;
    return (distances[at]?.get(offset) ?? 0) >= count / 2;
  };
  const numbers = numbersOf(line);
  const pageNumbers = numbers.map(isPageNumber);
  return (
    pageNumbers.includes(true) && numbers.every((text, at) => pageNumbers[at] === true || text === first[at])
  );
}

const hasLetters = ({ text }: PdfLine): boolean => /\p{L}/u.test(text);

const numbersOf = ({ text }: PdfLine): string[] => text.match(/\d+/g) ?? [];

const wordsOf = ({ text }: PdfLine): string => text.replace(/\s+/g, ' ').toLowerCase();

const keyOf = (line: PdfLine): string =>
  `${line.verticalPosition < 0.5 ? 'header' : 'footer'} ${wordsOf(line).replace(/\d+/g, '#')}`;

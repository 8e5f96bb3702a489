import type { PdfLine } from './pdf-lines.ts';

/** Headers and footers stand in these margins (parts of the page's height), or are its very first or last line. */
const MARGIN = 0.12;
const MIN_PAGES = 3;

/**
 * Drops headers and footers: lines in the margin whose words, numbers aside, come back on most pages. The first of each
 * stays, so that no words are lost; a line that is a page number only says nothing and goes everywhere.
 */
export function removeHeadersAndFooters(pages: readonly PdfLine[][]): PdfLine[][] {
  const margins = pages.map(linesInMargins);
  const seenOn = new Map<string, number>();
  for (const margin of margins) {
    for (const key of new Set([...margin].map(keyOf))) seenOn.set(key, (seenOn.get(key) ?? 0) + 1);
  }
  const needed = Math.max(MIN_PAGES, pages.length / 2);
  const kept = new Set<string>();
  return pages.map((page, index) =>
    page.filter((line) => {
      const key = keyOf(line);
      if (!margins[index]?.has(line) || (seenOn.get(key) ?? 0) < needed) return true;
      if (kept.has(key) || !/\p{L}/u.test(line.text)) return false;
      kept.add(key);
      return true;
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

function keyOf(line: PdfLine): string {
  const words = line.text.replace(/\d+/g, '#').replace(/\s+/g, ' ').toLowerCase();
  return `${line.verticalPosition < 0.5 ? 'header' : 'footer'} ${words}`;
}

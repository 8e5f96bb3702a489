import type { PdfLine } from './pdf-lines.ts';

/** Headers and footers stand in these margins, as parts of the page's height. */
const MARGIN = 0.12;
const LEAST_PAGES = 3;

/**
 * Drops headers and footers: lines in the margin whose words, numbers aside, come back on most pages. The first of each
 * stays, so that no words are lost; a line that is a page number only says nothing and goes everywhere.
 */
export function dropFurniture(pages: readonly PdfLine[][]): PdfLine[][] {
  const seenOn = new Map<string, number>();
  for (const page of pages) {
    for (const key of new Set(page.filter(isInMargin).map(keyOf)))
      seenOn.set(key, (seenOn.get(key) ?? 0) + 1);
  }
  const needed = Math.max(LEAST_PAGES, pages.length / 2);
  const kept = new Set<string>();
  return pages.map((page) =>
    page.filter((line) => {
      if (!isInMargin(line)) return true;
      const key = keyOf(line);
      if ((seenOn.get(key) ?? 0) < needed) return true;
      if (kept.has(key) || !/\p{L}/u.test(line.text)) return false;
      kept.add(key);
      return true;
    }),
  );
}

function isInMargin(line: PdfLine): boolean {
  return line.depth < MARGIN || line.depth > 1 - MARGIN;
}

function keyOf(line: PdfLine): string {
  const words = line.text.replace(/\d+/g, '#').replace(/\s+/g, ' ').toLowerCase();
  return `${line.depth < MARGIN ? 'header' : 'footer'} ${words}`;
}

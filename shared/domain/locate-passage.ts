export type TextRange = { item: number; start: number; end: number };

/** Letters and digits only; per UTF-16 unit the index of its item and the offsets of its character in that item. */
type FoldedText = { letters: string; items: number[]; starts: number[]; ends: number[] };

/** Shorter runs of words occur by chance, so they do not count as a match. */
const MIN_PARTIAL_MATCH_WORDS = 5;

/**
 * Finds a quote in a text that is split into items. Returns one range per item, in order, with offsets in UTF-16 units,
 * or null. Compares letters and digits only, so line breaks, hyphens, ligatures, case and accents do not matter. If the
 * whole quote is not found, returns its longest run of at least five words.
 */
export function locatePassage(pageItems: string[], quote: string): TextRange[] | null {
  return locateExactPassage(pageItems, quote) ?? locateLongestMatch(pageItems, quote);
}

/** Finds the whole quote as `locatePassage` does, or returns null. */
export function locateExactPassage(pageItems: string[], quote: string): TextRange[] | null {
  const page = foldItems(pageItems);
  const letters = foldItems([quote]).letters;
  const at = letters === '' ? -1 : findPreferringWholeWords(page, letters);
  return at < 0 ? null : rangesBetween(page, pageItems, at, at + letters.length);
}

/** Finds every occurrence of a text, as `locateExactPassage` compares, up to `maxMatches`; none of them overlap. */
export function locateAll(pageItems: string[], text: string, maxMatches: number): TextRange[][] {
  const page = foldItems(pageItems);
  const letters = foldItems([text]).letters;
  const found: TextRange[][] = [];
  if (letters === '') return found;
  let at = page.letters.indexOf(letters);
  while (at >= 0 && found.length < maxMatches) {
    found.push(rangesBetween(page, pageItems, at, at + letters.length));
    at = page.letters.indexOf(letters, at + letters.length);
  }
  return found;
}

function locateLongestMatch(pageItems: string[], quote: string): TextRange[] | null {
  const page = foldItems(pageItems);
  // Word boundaries come from Unicode segmentation, since Chinese, Japanese and Thai have no spaces between words.
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(quote);
  const words = Array.from(segments, ({ segment }) => foldItems([segment]).letters).filter(
    (word) => word !== '',
  );
  let longest = { from: 0, to: 0 };
  // Each part of a match also matches, so neither end of the window moves back.
  for (let from = 0, to = 0; from < words.length; from += 1) {
    to = Math.max(to, from);
    while (to < words.length && page.letters.includes(words.slice(from, to + 1).join(''))) to += 1;
    if (to - from > longest.to - longest.from) longest = { from, to };
  }
  if (longest.to - longest.from < MIN_PARTIAL_MATCH_WORDS) return null;
  const letters = words.slice(longest.from, longest.to).join('');
  const at = findPreferringWholeWords(page, letters);
  return rangesBetween(page, pageItems, at, at + letters.length);
}

/** Reduces a text to its folded letters and digits, as used in comparisons here. */
export const foldText = (text: string): string => foldItems([text]).letters;

function foldItems(items: string[]): FoldedText {
  const folded: FoldedText = { letters: '', items: [], starts: [], ends: [] };
  items.forEach((text, item) => {
    let start = 0;
    for (const character of text) {
      const end = start + character.length;
      const letters = foldCharacter(character);
      folded.letters += letters;
      for (let unit = 0; unit < letters.length; unit += 1) {
        folded.items.push(item);
        folded.starts.push(start);
        folded.ends.push(end);
      }
      start = end;
    }
  });
  return folded;
}

/**
 * Folds one character at a time, so that the result does not depend on how the text is split into items: compatibility
 * decomposition, no accents (some files set them as separate glyphs), upper case before lower case (ß to ss, ς to σ).
 */
function foldCharacter(character: string): string {
  if (/^[a-z0-9]$/.test(character)) return character;
  if (/^[\p{L}\p{N}]/u.test(character) === false) return '';
  return character
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns the first match on word boundaries, else on character boundaries, else the first match, else -1. */
function findPreferringWholeWords(page: FoldedText, letters: string): number {
  const first = page.letters.indexOf(letters);
  let whole = -1;
  for (let at = first; at >= 0; at = page.letters.indexOf(letters, at + 1)) {
    const end = at + letters.length;
    if (isWordBoundary(page, at) && isWordBoundary(page, end)) return at;
    if (whole < 0 && !isInsideCharacter(page, at) && !isInsideCharacter(page, end)) whole = at;
  }
  return whole < 0 ? first : whole;
}

/** Returns whether the position splits a character that folds to several letters, such as ß. */
function isInsideCharacter(page: FoldedText, at: number): boolean {
  return page.items[at] === page.items[at - 1] && page.starts[at] === page.starts[at - 1];
}

function isWordBoundary(page: FoldedText, at: number): boolean {
  if (isInsideCharacter(page, at)) return false;
  return page.items[at] !== page.items[at - 1] || page.starts[at] !== page.ends[at - 1];
}

/** Includes the items between the first and the last completely, so that spaces between words are highlighted too. */
function rangesBetween(page: FoldedText, pageItems: string[], from: number, to: number): TextRange[] {
  const firstItem = page.items[from] ?? 0;
  const lastItem = page.items[to - 1] ?? 0;
  return pageItems.slice(firstItem, lastItem + 1).flatMap((text, index) => {
    const item = firstItem + index;
    const start = item === firstItem ? (page.starts[from] ?? 0) : 0;
    const end = item === lastItem ? (page.ends[to - 1] ?? 0) : text.length;
    return start < end ? [{ item, start, end }] : [];
  });
}

export type TextRange = { item: number; start: number; end: number };

/** Letters and digits alone, each with the place in the items that it came from. */
type FoldedText = { letters: string; items: number[]; starts: number[]; ends: number[] };

/** Fewer words than this recur by chance, so a shorter part of a quote is not taken for the passage. */
const MIN_PARTIAL_MATCH_WORDS = 5;

/**
 * Where a quote stands in a text that comes in pieces: one range per piece, offsets in UTF-16 units, in order.
 * Only letters and digits count, so line breaks, hyphenation, ligatures, case and accents make no difference.
 * When the whole quote is not there, its longest run of at least five words is taken.
 */
export function locatePassage(pageItems: string[], quote: string): TextRange[] | null {
  return locateExactPassage(pageItems, quote) ?? locateLongestMatch(pageItems, quote);
}

export function locateExactPassage(pageItems: string[], quote: string): TextRange[] | null {
  const page = foldItems(pageItems);
  const sought = foldItems([quote]).letters;
  const at = sought === '' ? -1 : findPreferringWholeWords(page, sought);
  return at < 0 ? null : rangesBetween(page, pageItems, at, at + sought.length);
}

function locateLongestMatch(pageItems: string[], quote: string): TextRange[] | null {
  const page = foldItems(pageItems);
  // Word boundaries come from Unicode segmentation, since Chinese, Japanese and Thai have no spaces between words.
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(quote);
  const words = Array.from(segments, ({ segment }) => foldItems([segment]).letters).filter(
    (word) => word !== '',
  );
  let longest = { from: 0, to: 0 };
  // Every part of a found run is found too, so neither end of the window ever moves back.
  for (let from = 0, to = 0; from < words.length; from += 1) {
    to = Math.max(to, from);
    while (to < words.length && page.letters.includes(words.slice(from, to + 1).join(''))) to += 1;
    if (to - from > longest.to - longest.from) longest = { from, to };
  }
  if (longest.to - longest.from < MIN_PARTIAL_MATCH_WORDS) return null;
  const sought = words.slice(longest.from, longest.to).join('');
  const at = findPreferringWholeWords(page, sought);
  return rangesBetween(page, pageItems, at, at + sought.length);
}

/** A text by its letters and digits alone, as all comparing here sees it. */
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
 * Folded one character at a time, so that a result never depends on how the text is cut into pieces: compatibility
 * form, accents dropped (some files set them as separate glyphs), and upper before lower case (ß is ss, ς is σ).
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

/** The first place where the letters begin and end with a word, else with a character, else the first at all, else -1. */
function findPreferringWholeWords(page: FoldedText, sought: string): number {
  const first = page.letters.indexOf(sought);
  let whole = -1;
  for (let at = first; at >= 0; at = page.letters.indexOf(sought, at + 1)) {
    const end = at + sought.length;
    if (isWordBoundary(page, at) && isWordBoundary(page, end)) return at;
    if (whole < 0 && !isInsideCharacter(page, at) && !isInsideCharacter(page, end)) whole = at;
  }
  return whole < 0 ? first : whole;
}

/** One character can fold to several letters: ß is ss. */
function isInsideCharacter(page: FoldedText, at: number): boolean {
  return page.items[at] === page.items[at - 1] && page.starts[at] === page.starts[at - 1];
}

function isWordBoundary(page: FoldedText, at: number): boolean {
  if (isInsideCharacter(page, at)) return false;
  return page.items[at] !== page.items[at - 1] || page.starts[at] !== page.ends[at - 1];
}

/** Pieces between the first and the last are taken whole, so that spaces between words are marked too. */
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

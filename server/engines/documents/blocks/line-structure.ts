const MAX_HEADING_LENGTH = 120;
/**
 * Headings recognized by their words alone rank below those recognized by style or size: 'Article 4' at 4, '4.2 Title' one
 * deeper.
 */
const FIRST_LEVEL_BELOW_STYLES = 4;

const CLAUSE_HEADING =
  /^(?:article|section|chapter|part|schedule|exhibit|annex|appendix)\s+[\dA-Z][\dA-Z.-]*\b/i;
const NUMBERED_HEADING = /^(\d{1,3}(?:\.\d{1,3})*)[.)]?\s+(\p{Lu}.*)$/u;

/** The level of a line that reads as a heading by itself (capitals, 'Section 3', '4.2 Term.'), or nothing. */
export function headingLevelFromText(line: string): number | undefined {
  const text = line.trim();
  if (text.length > MAX_HEADING_LENGTH) return undefined;
  const letters = text.replace(/[^\p{L}]/gu, '');
  if (letters.length < 3) return undefined;
  const [, number, name] = NUMBERED_HEADING.exec(text) ?? [];
  // Titles of clauses often end with a full stop; nothing else that does is a heading.
  if (number && name && isTitle(name) && !/[;,:]$/.test(name))
    return FIRST_LEVEL_BELOW_STYLES + number.split('.').length;
  if (/[.;,:]$/.test(text)) return undefined;
  if (CLAUSE_HEADING.test(text) && isTitle(text)) return FIRST_LEVEL_BELOW_STYLES;
  if (isCapitals(text, letters)) return FIRST_LEVEL_BELOW_STYLES;
  return undefined;
}

/** A bullet, a dash or an enumerator ('(a)', 'iv)', '3.') opens an item. */
export function startsListItem(line: string): boolean {
  return /^\s*(?:[•◦▪■●○‣·–—*-]\s|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]\s|\((?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})\)\s?)/u.test(
    line,
  );
}

/** Few words, and the long ones begin with a capital: a title, not a sentence. */
function isTitle(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => /^\p{L}{4}/u.test(word));
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word));
  return text.length <= 80 && words.length > 0 && capitals.length * 3 >= words.length * 2;
}

/** Scripts without capitals never qualify. */
function isCapitals(text: string, letters: string): boolean {
  return (
    letters.length >= 4 && text === text.toUpperCase() && text !== text.toLowerCase() && !/\d{3}/.test(text)
  );
}

const HYPHENATED = /(\p{L}+)-$/u;
const CONTINUATION = /^\p{Ll}+/u;
/** Scripts that part no words: a line's end is no blank there. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]/u;

/** The hyphenated words that stand inside lines ('non-exclusive'): when one is broken at its hyphen, the hyphen is its own. */
export function findHyphenatedCompounds(lines: Iterable<string>): Set<string> {
  const compounds = new Set<string>();
  for (const line of lines) {
    for (const [word] of line.matchAll(/\p{L}+-\p{Ll}+/gu)) compounds.add(word.toLowerCase());
  }
  return compounds;
}

/** The lines of a paragraph as running text, words that were broken at a line's end made whole. */
export function joinLines(lines: readonly string[], compounds: ReadonlySet<string>): string {
  return lines.reduce((text, line) => {
    const head = HYPHENATED.exec(text)?.[1];
    const tail = CONTINUATION.exec(line)?.[0];
    if (head && tail) {
      return compounds.has(`${head}-${tail}`.toLowerCase()) ? text + line : text.slice(0, -1) + line;
    }
    const unspaced = UNSPACED.test(text.slice(-1)) && UNSPACED.test(line.slice(0, 1));
    return text === '' || unspaced ? text + line : `${text} ${line}`;
  }, '');
}

const MAX_HEADING = 120;
/** Headings told by their words alone stand below those told by style or size: 'Article 4' at 4, '4.2 Title' one deeper. */
const LOWEST_STYLED_LEVEL = 4;

const CLAUSE = /^(?:article|section|chapter|part|schedule|exhibit|annex|appendix)\s+[\dA-Z][\dA-Z.-]*\b/i;
const NUMBERED = /^(\d{1,3}(?:\.\d{1,3})*)[.)]?\s+(\p{Lu}.*)$/u;

/** The level of a line that reads as a heading by itself (capitals, 'Section 3', '4.2 Term.'), or nothing. */
export function headingLevelByWords(line: string): number | undefined {
  const text = line.trim();
  if (text.length > MAX_HEADING) return undefined;
  const letters = text.replace(/[^\p{L}]/gu, '');
  if (letters.length < 3) return undefined;
  const [, number, name] = NUMBERED.exec(text) ?? [];
  // Titles of clauses often end with a full stop; nothing else that does is a heading.
  if (number && name && isTitle(name) && !/[;,:]$/.test(name))
    return LOWEST_STYLED_LEVEL + number.split('.').length;
  if (/[.;,:]$/.test(text)) return undefined;
  if (CLAUSE.test(text) && isTitle(text)) return LOWEST_STYLED_LEVEL;
  if (isCapitals(text, letters)) return LOWEST_STYLED_LEVEL;
  return undefined;
}

/** A bullet, a dash or an enumerator ('(a)', 'iv)', '3.') opens an item. */
export function opensListItem(line: string): boolean {
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

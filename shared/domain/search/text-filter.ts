/**
 * Latin letters that Unicode does not decompose into a base letter and a mark, and the sigma at the end of a word; `toUpperCase`
 * has made SS of ß and I of ı.
 */
const FOLDED_LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
};

/** Accents of Latin, Greek and Cyrillic, Hebrew points and Arabic vowels. Vowels of Indic and Thai letters tell words apart. */
const ACCENTS = /[\u0300-\u036F\u0591-\u05C7\u064B-\u065F]/g;

/** Returns a text without case and accents. */
function fold(text: string): string {
  // Most texts: addresses, and names in English.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFD')
    .replace(ACCENTS, '')
    .replace(/[øłđðæœς]/g, (letter) => FOLDED_LETTERS[letter] ?? letter);
}

/**
 * Returns a predicate for entries of a list, given as the texts that the user knows them by: each typed word must be part of
 * one of them, without regard to case and accents. An empty filter accepts everything.
 */
export function createTextFilter(
  typed: string,
): (texts: readonly (string | number | null | undefined)[]) => boolean {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (texts) => {
    const folded = texts.map((text) => fold(String(text ?? '')));
    return words.every((word) => folded.some((text) => text.includes(word)));
  };
}

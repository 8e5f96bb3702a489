/** A place in a text where a name stands; offsets are UTF-16. */
export interface NameMatch {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

interface KnownName {
  readonly name: string;
  readonly words: readonly string[];
}

/** Characters between the words of a name: "Müller & Co.", a hyphen or a line break. */
const MAX_GAP = 4;
/** Matches texts of which more than the case differs once they are folded. */
const NOT_ASCII = /[^\p{ASCII}]/u;
/** More names are not looked for one by one. */
const MAX_FIRST_WORDS = 64;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The form in which names are compared: lower case, without accents, 'ß' as 'ss'. */
export const foldName = (text: string): string =>
  NOT_ASCII.test(text)
    ? text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
    : text.toLowerCase();

const wordsOf = (text: string): string[] => (text.match(WORD) ?? []).map(foldName);

/** Returns a function that finds these names in texts, in any case and with any separators between their words. */
export function createNameMatcher(names: readonly string[]): (text: string) => NameMatch[] {
  const byFirstWord = new Map<string, KnownName[]>();
  for (const name of names) {
    const words = wordsOf(name);
    const [first] = words;
    if (first !== undefined) byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { name, words }]);
  }
  // The longest first: "Falcon Holding" is not "Falcon".
  for (const known of byFirstWord.values()) known.sort((one, other) => other.words.length - one.words.length);
  const firstWords = [...byFirstWord.keys()];
  const mayContain = (text: string): boolean => {
    if (firstWords.length > MAX_FIRST_WORDS) return true;
    const folded = foldName(text);
    return firstWords.some((word) => folded.includes(word));
  };
  // Most texts contain none, and to split them into words takes longer.
  return (text) => (mayContain(text) ? findNames(text, byFirstWord) : []);
}

function findNames(text: string, byFirstWord: ReadonlyMap<string, readonly KnownName[]>): NameMatch[] {
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word: foldName(word),
    start: index,
    end: index + word.length,
  }));
  const found: NameMatch[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const fits = ({ words: wanted }: KnownName) =>
      wanted.every((word, place) => {
        const [before, here] = [words[at + place - 1], words[at + place]];
        return here?.word === word && (place === 0 || here.start - (before?.end ?? 0) <= MAX_GAP);
      });
    const known = byFirstWord.get(words[at]?.word ?? '')?.find(fits);
    const [first, last] = [words[at], words[at + (known?.words.length ?? 1) - 1]];
    if (!known || !first || !last) continue;
    found.push({ name: known.name, start: first.start, end: last.end });
    at += known.words.length - 1;
  }
  return found;
}

/** A place in a text where a name stands; offsets are UTF-16. */
export interface NameMatch {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

interface KnownName {
  readonly name: string;
  readonly words: readonly NameWord[];
}

interface NameWord {
  readonly word: string;
  /** Tells whether nothing is between it and the word before. */
  readonly isJoined: boolean;
}

/** Characters between the words of a name: "Müller & Co.", a hyphen or a line break. */
const MAX_GAP = 4;
/** Matches texts of which more than the case differs once they are folded. */
const NOT_ASCII = /[^\p{ASCII}]/u;
/** More names are not looked for one by one. */
const MAX_FIRST_WORDS = 64;

/** The scripts without spaces between words, with their marks. */
const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;
/** Soft hyphens and joiners, which nobody sees in a word. */
const JOINERS = String.raw`\u{AD}\u{200C}\u{200D}\u{2060}`;
/** Words; each letter of a script without spaces is one, so that names are found inside of what is written together. */
const WORD = new RegExp(
  String.raw`[[\p{L}\p{N}]&&${UNSPACED}][\p{M}\u{FF9E}\u{FF9F}]*|[[\p{L}\p{M}\p{N}]--${UNSPACED}][[\p{L}\p{M}\p{N}${JOINERS}]--${UNSPACED}]*`,
  'gv',
);
/** Matches what may be between letters that are written together: a line break, or nothing that is seen. */
const BLANK = new RegExp(String.raw`^[\s\u{200B}${JOINERS}]*$`, 'v');
/** The marks of scripts without spaces distinguish letters: ハ is not バ. */
const IGNORED = new RegExp(String.raw`[[\p{M}${JOINERS}]--${UNSPACED}]`, 'gv');

/** The form in which names are compared: lower case, without accents and joiners, 'ß' as 'ss'. */
export const foldName = (text: string): string =>
  NOT_ASCII.test(text)
    ? text.normalize('NFKD').replace(IGNORED, '').toLowerCase().replaceAll('ß', 'ss')
    : text.toLowerCase();

const wordsOf = (name: string): NameWord[] => {
  let end = -1;
  return [...name.matchAll(WORD)].map(({ 0: word, index }) => {
    const isJoined = index === end;
    end = index + word.length;
    return { word: foldName(word), isJoined };
  });
};

/** Returns a function that finds these names in texts, in any case and with any separators between their words. */
export function createNameMatcher(names: readonly string[]): (text: string) => NameMatch[] {
  const byFirstWord = new Map<string, KnownName[]>();
  for (const name of names) {
    const words = wordsOf(name);
    const [first] = words;
    if (first) byFirstWord.set(first.word, [...(byFirstWord.get(first.word) ?? []), { name, words }]);
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
      wanted.every(({ word, isJoined }, place) => {
        const [before, here] = [words[at + place - 1], words[at + place]];
        if (here?.word !== word || place === 0) return here?.word === word;
        const gap = [before?.end ?? 0, here.start] as const;
        return gap[1] - gap[0] <= MAX_GAP && (!isJoined || BLANK.test(text.slice(...gap)));
      });
    const known = byFirstWord.get(words[at]?.word ?? '')?.find(fits);
    const [first, last] = [words[at], words[at + (known?.words.length ?? 1) - 1]];
    if (!known || !first || !last) continue;
    found.push({ name: known.name, start: first.start, end: last.end });
    at += known.words.length - 1;
  }
  return found;
}

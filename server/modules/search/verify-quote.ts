import type { Quote } from './choose-quote.ts';

/** Signs that a model may write in their plain form, and a document in another. */
const TYPOGRAPHY_REPLACEMENTS: readonly [RegExp, string][] = [
  [/\s/u, ' '],
  [/[\u2018-\u201b\u2032]/u, "'"],
  [/[\u201c-\u201f\u2033«»]/u, '"'],
  [/[\u2010-\u2015\u2212]/u, '-'],
  [/\u2026/u, '...'],
  // Soft hyphens and signs without a width.
  [/[\u00ad\u200b-\u200d\u2060\ufeff]/u, ''],
];

interface NormalizedText {
  text: string;
  /** For each unit of the text the offset that it came from. */
  origins: number[];
}

/** Nothing but white space and typography is made alike: case, accents and numbers stay what they are. */
function normalizeText(text: string): NormalizedText {
  const folded: NormalizedText = { text: '', origins: [] };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    const plain = TYPOGRAPHY_REPLACEMENTS.find(([signs]) => signs.test(sign))?.[1] ?? sign;
    if (plain === ' ' && folded.text.endsWith(' ')) continue;
    folded.text += plain;
    for (let unit = 0; unit < plain.length; unit += 1) folded.origins.push(at);
  }
  return folded;
}

/** `rent is 10` does not stand in `the rent is 10,500`, nor `liable` in `reliable`. Scripts without spaces are cut anywhere. */
const INSIDE_WORD = /[\p{Lu}\p{Ll}\p{Nd}]\n[\p{Lu}\p{Ll}\p{Nd}]|\p{Nd}\n[.,']\p{Nd}|\p{Nd}[.,']\n\p{Nd}/u;
const splitsWord = (text: string, at: number): boolean =>
  INSIDE_WORD.test(`${text.slice(Math.max(0, at - 2), at)}\n${text.slice(at, at + 2)}`);

/** What is shorter stands everywhere and proves nothing. */
const MIN_QUOTE_LETTERS = 6;

/** Where a passage says what a model claims to quote from it, in the passage's own signs; nothing when it does not. */
export function verifyQuote(passage: string, claimed: string): Quote | undefined {
  const { text, origins } = normalizeText(passage);
  const normalizedQuote = normalizeText(claimed).text.trim();
  if ((normalizedQuote.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < MIN_QUOTE_LETTERS) return undefined;
  for (let at = text.indexOf(normalizedQuote); at >= 0; at = text.indexOf(normalizedQuote, at + 1)) {
    const after = at + normalizedQuote.length;
    if (splitsWord(text, at) || splitsWord(text, after)) continue;
    const start = origins[at] ?? 0;
    const end = (origins[after - 1] ?? 0) + 1;
    return { quote: passage.slice(start, end), start, end };
  }
  return undefined;
}

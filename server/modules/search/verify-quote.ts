import type { Quote } from './choose-quote.ts';

/** Typographic characters that a model may write in their plain form. */
const TYPOGRAPHY_REPLACEMENTS: readonly [RegExp, string][] = [
  [/\s/u, ' '],
  [/[\u2018-\u201b\u2032]/u, "'"],
  [/[\u201c-\u201f\u2033«»]/u, '"'],
  [/[\u2010-\u2015\u2212]/u, '-'],
  [/\u2026/u, '...'],
  // Soft hyphens and zero-width characters.
  [/[\u00ad\u200b-\u200d\u2060\ufeff]/u, ''],
];

interface NormalizedText {
  text: string;
  /** Offset in the original text, for each UTF-16 code unit. */
  origins: number[];
}

/** Normalizes white space and typography only; case, accents and numbers are kept. */
function normalizeText(text: string): NormalizedText {
  const normalized: NormalizedText = { text: '', origins: [] };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    const plain = TYPOGRAPHY_REPLACEMENTS.find(([signs]) => signs.test(sign))?.[1] ?? sign;
    if (plain === ' ' && normalized.text.endsWith(' ')) continue;
    normalized.text += plain;
    for (let unit = 0; unit < plain.length; unit += 1) normalized.origins.push(at);
  }
  return normalized;
}

/**
 * Detects a cut inside a word: `the rent is 10,500` does not contain `rent is 10`. Scripts without spaces may be cut anywhere.
 */
const INSIDE_WORD = /[\p{Lu}\p{Ll}\p{Nd}]\n[\p{Lu}\p{Ll}\p{Nd}]|\p{Nd}\n[.,']\p{Nd}|\p{Nd}[.,']\n\p{Nd}/u;
const splitsWord = (text: string, offset: number): boolean =>
  INSIDE_WORD.test(`${text.slice(Math.max(0, offset - 2), offset)}\n${text.slice(offset, offset + 2)}`);

/** A shorter quote occurs by chance and proves nothing. */
const MIN_QUOTE_LETTERS = 6;

/** Finds a model's quote in its passage and returns it as written there; nothing when the passage does not contain it. */
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

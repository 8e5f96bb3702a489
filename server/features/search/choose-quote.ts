import type { Hit } from '#server/platform/index/search-index.ts';

const LONGEST_QUOTE = 320;

export interface Quote {
  quote: string;
  start: number;
  end: number;
}

/** Sentences of a passage with their offsets in it. */
function sentencesOf(text: string): { text: string; at: number }[] {
  const segments = new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text);
  return [...segments].map(({ segment, index }) => ({ text: segment, at: index }));
}

/** `words` in lower case. */
const countMatches = (text: string, words: readonly string[]): number => {
  const folded = text.toLowerCase();
  return words.filter((word) => folded.includes(word)).length;
};

/** Cuts at the last space before the limit, never inside a character. */
function cut(text: string): string {
  if (text.length <= LONGEST_QUOTE) return text;
  const space = text.lastIndexOf(' ', LONGEST_QUOTE);
  const end = space > LONGEST_QUOTE / 2 ? space : LONGEST_QUOTE;
  return text.slice(0, /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end);
}

/** The verbatim part of a hit's passage that shows best why it was found, with its offsets in the whole text. */
export function chooseQuote({ chunk, matched }: Hit): Quote {
  const sentences = sentencesOf(chunk.text);
  const words = matched.map((word) => word.toLowerCase());
  let best = { from: 0, to: Math.min(chunk.text.length, LONGEST_QUOTE), count: 0 };
  for (const [place, { at: from }] of sentences.entries()) {
    for (const { at, text } of sentences.slice(place)) {
      const to = at + text.length;
      // A sentence that is too long by itself is cut.
      if (to - from > LONGEST_QUOTE && at !== from) break;
      const count = countMatches(cut(chunk.text.slice(from, to)), words);
      const isShorter = count === best.count && to - from < best.to - best.from;
      if (count > best.count || (count > 0 && isShorter)) best = { from, to, count };
    }
  }
  const quote = cut(chunk.text.slice(best.from, best.to)).trimEnd();
  return { quote, start: chunk.start + best.from, end: chunk.start + best.from + quote.length };
}

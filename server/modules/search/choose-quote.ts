import type { Hit } from '#server/engines/search/search-engine.ts';

const MAX_QUOTE_LENGTH = 320;
const MAX_SENTENCES = 3;

export interface Quote {
  quote: string;
  start: number;
  end: number;
}

interface Sentence {
  readonly text: string;
  /** Its offset in the passage. */
  readonly position: number;
}

function splitSentences(text: string): Sentence[] {
  const segments = new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text);
  return [...segments].map(({ segment, index }) => ({ text: segment, position: index }));
}

/** Counts the words that the text contains; `words` are in lower case. */
const countMatches = (text: string, words: readonly string[]): number => {
  const folded = text.toLowerCase();
  return words.filter((word) => folded.includes(word)).length;
};

/** Cuts at the last space before the limit, never inside a surrogate pair. */
function truncate(text: string): string {
  if (text.length <= MAX_QUOTE_LENGTH) return text;
  const space = text.lastIndexOf(' ', MAX_QUOTE_LENGTH);
  const end = space > MAX_QUOTE_LENGTH / 2 ? space : MAX_QUOTE_LENGTH;
  return text.slice(0, /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end);
}

/** Adjacent sentences, by their indexes in the passage. */
interface SentenceRange {
  first: number;
  last: number;
}

/** Finds the shortest range with the most of the words; the whole passage when no sentence has any. */
function findBestRange(
  text: string,
  sentences: readonly Sentence[],
  words: readonly string[],
): SentenceRange {
  let best = { first: 0, last: sentences.length - 1, count: 0, length: Number.POSITIVE_INFINITY };
  for (const [first, { position: from }] of sentences.entries()) {
    for (const [offset, { position, text: sentence }] of sentences.slice(first).entries()) {
      const length = position + sentence.length - from;
      // A single sentence that is too long is truncated later.
      if (length > MAX_QUOTE_LENGTH && offset > 0) break;
      const count = countMatches(truncate(text.slice(from, from + length)), words);
      const isShorter = count === best.count && length < best.length;
      if (count > best.count || (count > 0 && isShorter))
        best = { first, last: first + offset, count, length };
    }
  }
  return best;
}

const lengthOf = (sentences: readonly Sentence[], { first, last }: SentenceRange): number => {
  const end = sentences[last];
  return end ? end.position + end.text.length - (sentences[first]?.position ?? 0) : 0;
};

/** Extends the range by adjacent sentences, shorter ones first: the answer is often next to the matched words. */
function extendRange(sentences: readonly Sentence[], range: SentenceRange): SentenceRange {
  if (range.last - range.first + 1 >= MAX_SENTENCES) return range;
  const [wider] = [
    { ...range, last: range.last + 1 },
    { ...range, first: range.first - 1 },
  ]
    .filter(({ first, last }) => first >= 0 && last < sentences.length)
    .filter((candidate) => lengthOf(sentences, candidate) <= MAX_QUOTE_LENGTH)
    .sort((left, right) => lengthOf(sentences, left) - lengthOf(sentences, right));
  return wider ? extendRange(sentences, wider) : range;
}

/** Chooses the verbatim part of a hit's passage that best shows why it matched, with offsets in the whole text. */
export function chooseQuote({ chunk, matchedWords }: Hit): Quote {
  const sentences = splitSentences(chunk.text);
  const words = matchedWords.map((word) => word.toLowerCase());
  const range = extendRange(sentences, findBestRange(chunk.text, sentences, words));
  const from = sentences[range.first]?.position ?? 0;
  const quote = truncate(chunk.text.slice(from, from + lengthOf(sentences, range))).trimEnd();
  return { quote, start: chunk.start + from, end: chunk.start + from + quote.length };
}

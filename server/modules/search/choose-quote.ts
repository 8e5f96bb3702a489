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

/** `words` in lower case. */
const countMatches = (text: string, words: readonly string[]): number => {
  const folded = text.toLowerCase();
  return words.filter((word) => folded.includes(word)).length;
};

/** Cuts at the last space before the limit, never inside a character. */
function truncate(text: string): string {
  if (text.length <= MAX_QUOTE_LENGTH) return text;
  const space = text.lastIndexOf(' ', MAX_QUOTE_LENGTH);
  const end = space > MAX_QUOTE_LENGTH / 2 ? space : MAX_QUOTE_LENGTH;
  return text.slice(0, /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end);
}

/** Sentences side by side, by their places among those of the passage. */
interface SentenceRange {
  first: number;
  last: number;
}

/** The shortest run that holds the most of the words; all there is when none does. */
function findBestRange(
  text: string,
  sentences: readonly Sentence[],
  words: readonly string[],
): SentenceRange {
  let best = { first: 0, last: sentences.length - 1, count: 0, length: Number.POSITIVE_INFINITY };
  for (const [first, { position: from }] of sentences.entries()) {
    for (const [offset, { position, text: sentence }] of sentences.slice(first).entries()) {
      const length = position + sentence.length - from;
      // A sentence that is too long by itself is cut.
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

/** With the sentences beside it, the shorter ones first: what answers often stands next to the words of the question. */
function extendRange(sentences: readonly Sentence[], run: SentenceRange): SentenceRange {
  if (run.last - run.first + 1 >= MAX_SENTENCES) return run;
  const [wider] = [
    { ...run, last: run.last + 1 },
    { ...run, first: run.first - 1 },
  ]
    .filter(({ first, last }) => first >= 0 && last < sentences.length)
    .filter((each) => lengthOf(sentences, each) <= MAX_QUOTE_LENGTH)
    .sort((one, other) => lengthOf(sentences, one) - lengthOf(sentences, other));
  return wider ? extendRange(sentences, wider) : run;
}

/** The verbatim part of a hit's passage that shows best why it was found, with its offsets in the whole text. */
export function chooseQuote({ chunk, matchedWords }: Hit): Quote {
  const sentences = splitSentences(chunk.text);
  const words = matchedWords.map((word) => word.toLowerCase());
  const run = extendRange(sentences, findBestRange(chunk.text, sentences, words));
  const from = sentences[run.first]?.position ?? 0;
  const quote = truncate(chunk.text.slice(from, from + lengthOf(sentences, run))).trimEnd();
  return { quote, start: chunk.start + from, end: chunk.start + from + quote.length };
}

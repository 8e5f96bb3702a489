import type { Hit } from '#server/engines/search/search-engine.ts';

const LONGEST_QUOTE = 320;
const MOST_SENTENCES = 3;

export interface Quote {
  quote: string;
  start: number;
  end: number;
}

interface Sentence {
  readonly text: string;
  /** Its offset in the passage. */
  readonly at: number;
}

function sentencesOf(text: string): Sentence[] {
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

/** Sentences side by side, by their places among those of the passage. */
interface Run {
  first: number;
  last: number;
}

/** The shortest run that holds the most of the words; all there is when none does. */
function bestRun(text: string, sentences: readonly Sentence[], words: readonly string[]): Run {
  let best = { first: 0, last: sentences.length - 1, count: 0, length: Number.POSITIVE_INFINITY };
  for (const [first, { at: from }] of sentences.entries()) {
    for (const [offset, { at, text: sentence }] of sentences.slice(first).entries()) {
      const length = at + sentence.length - from;
      // A sentence that is too long by itself is cut.
      if (length > LONGEST_QUOTE && offset > 0) break;
      const count = countMatches(cut(text.slice(from, from + length)), words);
      const isShorter = count === best.count && length < best.length;
      if (count > best.count || (count > 0 && isShorter))
        best = { first, last: first + offset, count, length };
    }
  }
  return best;
}

const lengthOf = (sentences: readonly Sentence[], { first, last }: Run): number => {
  const end = sentences[last];
  return end ? end.at + end.text.length - (sentences[first]?.at ?? 0) : 0;
};

/** With the sentences beside it, the shorter ones first: what answers often stands next to the words of the question. */
function withNeighbours(sentences: readonly Sentence[], run: Run): Run {
  if (run.last - run.first + 1 >= MOST_SENTENCES) return run;
  const [wider] = [
    { ...run, last: run.last + 1 },
    { ...run, first: run.first - 1 },
  ]
    .filter(({ first, last }) => first >= 0 && last < sentences.length)
    .filter((each) => lengthOf(sentences, each) <= LONGEST_QUOTE)
    .sort((one, other) => lengthOf(sentences, one) - lengthOf(sentences, other));
  return wider ? withNeighbours(sentences, wider) : run;
}

/** The verbatim part of a hit's passage that shows best why it was found, with its offsets in the whole text. */
export function chooseQuote({ chunk, matched }: Hit): Quote {
  const sentences = sentencesOf(chunk.text);
  const words = matched.map((word) => word.toLowerCase());
  const run = withNeighbours(sentences, bestRun(chunk.text, sentences, words));
  const from = sentences[run.first]?.at ?? 0;
  const quote = cut(chunk.text.slice(from, from + lengthOf(sentences, run))).trimEnd();
  return { quote, start: chunk.start + from, end: chunk.start + from + quote.length };
}

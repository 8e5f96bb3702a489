import type { Hit } from '#server/engines/search/search-engine.ts';
import { splitSentences } from '#shared/domain/search/split-sentences.ts';

const MAX_QUOTE_LENGTH = 320;
const MAX_SENTENCES = 3;
/** A shorter sentence, such as a heading, is shown together with the next. */
const MIN_ANSWER_LENGTH = 40;

interface TextRange {
  start: number;
  end: number;
}

/** Verbatim text with its offsets in the document's whole text. */
export interface Quote extends TextRange {
  quote: string;
  /** The sentence in it that most likely contains the answer, with offsets in the document's whole text. */
  sentence?: TextRange;
}

/** A sentence with the white space after it; `position` is its offset in the passage. */
interface Sentence {
  readonly text: string;
  readonly position: number;
}

const readSentences = (text: string): Sentence[] =>
  splitSentences(text).map(({ segment, index }) => ({ text: segment, position: index }));

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

function findSentence(sentences: readonly Sentence[], { sentence }: Hit): SentenceRange {
  const found = sentences.findLastIndex(({ position }) => position <= sentence.start);
  const first = Math.max(found, 0);
  return { first, last: first };
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

function quoteRange({ chunk, sentence }: Hit, sentences: readonly Sentence[], range: SentenceRange): Quote {
  const from = sentences[range.first]?.position ?? 0;
  const quote = truncate(chunk.text.slice(from, from + lengthOf(sentences, range))).trimEnd();
  const [start, end] = [chunk.start + from, chunk.start + from + quote.length];
  return { quote, start, end, sentence: clamp({ start, end }, chunk.start, sentence) };
}

/** Returns the sentence with offsets in the whole text, as far as the quote contains it. */
const clamp = (quote: TextRange, offset: number, sentence: TextRange): TextRange => ({
  start: Math.max(quote.start, Math.min(offset + sentence.start, quote.end)),
  end: Math.max(quote.start, Math.min(offset + sentence.end, quote.end)),
});

/** Quotes the best sentence of a hit's passage with its neighbours, 320 characters at most. */
export function chooseQuote(hit: Hit): Quote {
  const sentences = readSentences(hit.chunk.text);
  return quoteRange(hit, sentences, extendRange(sentences, findSentence(sentences, hit)));
}

/** Quotes the whole passage, with its best sentence marked. */
export function quotePassage({ chunk, sentence }: Hit): Quote {
  const quote = chunk.text.trimEnd();
  const range = { start: chunk.start, end: chunk.start + quote.length };
  return { quote, ...range, sentence: clamp(range, chunk.start, sentence) };
}

/** Returns the sentence that most likely contains the answer, 320 characters at most; a short one with the next. */
export function chooseAnswer(hit: Hit): string {
  const sentences = readSentences(hit.chunk.text);
  const range = findSentence(sentences, hit);
  const wider = { ...range, last: range.last + 1 };
  const isTooShort = lengthOf(sentences, range) < MIN_ANSWER_LENGTH && wider.last < sentences.length;
  return quoteRange(hit, sentences, isTooShort ? wider : range).quote;
}

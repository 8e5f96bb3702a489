import type { Hit } from '#server/engines/search/search-engine.ts';
import { chooseQuote } from '#server/modules/search/choose-quote.ts';
import type { Dataset } from '../datasets/datasets.ts';
import { createHitSearch } from './index-dataset.ts';
import { isSameNumber } from './is-same-number.ts';
import { ndcgAt } from './ranking-metrics.ts';

type Question = Dataset['questions'][number];
interface Range {
  document: number;
  start: number;
  end: number;
}

/** A question with what the server would show for it, judged. */
export interface JudgedAnswer {
  text: string;
  isPresent: boolean;
  /** Ranks, counted from 0, of the passages that overlap a right span or contain the answer; the first 64 at most. */
  rightRanks: number[];
  /** Share of the right spans that the first 64 passages overlap. */
  spanRecall: number;
  /** True when the first passage is right, and a figure that has to be computed is computed or stated. */
  isAnswered: boolean;
  /** nDCG@10 of the documents, each at the rank of its first passage. */
  ndcg: number;
  /** True when the quote of the first passage is right. */
  isQuoteRight: boolean;
  /** True when the marked sentence of the first passage is right. */
  isSentenceRight: boolean;
  confidence: number;
  evidence: readonly number[] | undefined;
}

const DEPTH = 64;

/** Asks every question of the dataset as the server would be asked, and judges passages, quote and sentence. */
export function judgeAnswers(dataset: Dataset): JudgedAnswer[] {
  const search = createHitSearch(dataset);
  return dataset.questions.map((question) => {
    const { hits, confidence, evidence, table } = search(question.text, DEPTH);
    const [first] = hits;
    const passages = hits.slice(0, DEPTH).map(passageOf);
    const right = passages.flatMap((passage, rank) => (isRight(question, passage) ? [rank] : []));
    const found = question.spans.filter((span) => passages.some((passage) => overlap(passage, span) > 0));
    return {
      text: question.text,
      isPresent: question.judgments.size > 0,
      rightRanks: right,
      isAnswered: right[0] === 0 && saysFigure(question, first, table?.computation?.value),
      spanRecall: found.length / Math.max(question.spans.length, 1),
      ndcg: ndcgAt(10, [...new Set(hits.map(({ documentId }) => documentId))], question.judgments),
      isQuoteRight: first !== undefined && isRight(question, quoteOf(first)),
      isSentenceRight: first !== undefined && isSentenceRight(question, sentenceOf(first)),
      confidence,
      evidence: first && evidence,
    };
  });
}

/**
 * Returns whether a figure that a question needs computed is what was computed, or stands in the marked sentence; true for other
 * questions.
 */
const saysFigure = ({ figure }: Question, first: Hit | undefined, computed: string | undefined): boolean =>
  figure === undefined ||
  (computed === undefined
    ? numbersIn(first).some((number) => isSameNumber(number, String(figure)))
    : isSameNumber(computed, String(figure)));

/** Lists the numbers of the marked sentence, whose row is one too. */
const numbersIn = (hit: Hit | undefined): string[] =>
  hit?.chunk.text.slice(hit.sentence.start, hit.sentence.end).match(/\d[\d,]*(?:\.\d+)?/g) ?? [];

const passageOf = ({ documentId, chunk: { start, end } }: Hit): Range => ({
  document: documentId,
  start,
  end,
});

function quoteOf(hit: Hit): Range {
  const { start, end } = chooseQuote(hit);
  return { document: hit.documentId, start, end };
}

function sentenceOf(hit: Hit): Range {
  const { start } = hit.chunk;
  return { document: hit.documentId, start: start + hit.sentence.start, end: start + hit.sentence.end };
}

/** Counts the characters that both ranges contain. */
const overlap = (left: Range, right: Range): number =>
  left.document === right.document
    ? Math.max(0, Math.min(left.end, right.end) - Math.max(left.start, right.start))
    : 0;

const contains = (outer: Range, inner: Range): boolean =>
  outer.document === inner.document && outer.start <= inner.start && inner.end <= outer.end;

function isRight({ judgments, spans, answer }: Question, range: Range): boolean {
  if (answer !== undefined) return contains(range, answer);
  if (spans.length > 0) return spans.some((span) => overlap(range, span) > 0);
  return judgments.has(range.document);
}

/** A sentence is right when half of it, or half of a right span, is in both. */
export function isSentenceRight(question: Question, range: Range): boolean {
  if (question.answer !== undefined || question.spans.length === 0) return isRight(question, range);
  return question.spans.some((span) => {
    const shorter = Math.min(range.end - range.start, span.end - span.start);
    return 2 * overlap(range, span) >= shorter;
  });
}

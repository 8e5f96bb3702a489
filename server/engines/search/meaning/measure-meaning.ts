import { detectLanguage } from '../analysis/detect-language.ts';
import { tokenize } from '../analysis/tokenize.ts';
import type { ReadPassage } from '../confidence/measure-answer.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import { findAskedClause } from './clause-kinds.ts';
import { createMeaningComparer, createTextComparer, MAX_WORDS } from './compare-meaning.ts';
import { contentWordsOf } from './content-words.ts';
import type { CoverageReader } from './word-coverage.ts';

export const MEANING_FEATURES = [
  'similarity of meaning of the question and the chosen sentence',
  'similarity of meaning of the question and the passage',
  'question is not English, and in another language than the passage',
  'share of the question in the sentence, words of similar meaning counting too',
  'the word of the question that is least in the sentence',
  'share of the question in the passage, words of similar meaning counting too',
  'the word of the question that is least in the passage',
  'lead in similarity over the average of the next passages',
  'lead in the share, with similar words, over the best of the next passages',
  'commonness of the kind of clause that is asked for, 0 for other questions',
  'similarity of the passage to that kind of clause',
] as const;

/** Passages that the first is compared with. */
const MAX_COMPARED_PASSAGES = 7;

type FirstPassage = ReadPassage & { sentence: { start: number; end: number } };

/** Measures how close the first passage is in meaning, for the confidence (MEANING_FEATURES). */
export function measureMeaning(
  view: PermittedView,
  question: string,
  [first, ...others]: readonly [FirstPassage, ...ReadPassage[]],
  coverage: CoverageReader,
): number[] {
  const { index } = view;
  const { text, chunk, sentence } = first;
  const sentenceText = text.slice(sentence.start, sentence.end);
  const compare = createMeaningComparer(question, index.vocabulary);
  const similarity = compare(contentWordsOf(index, chunk));
  const next = others.slice(0, MAX_COMPARED_PASSAGES);
  const similarities = next.map((other) => compare(contentWordsOf(index, other.chunk)));
  const inSentence = coverage.coverText(sentenceText);
  const inPassage = coverage.coverPassage(chunk);
  const shares = next.map((other) => coverage.coverPassage(other.chunk).share);
  const asked = languageOf(question);
  const clause = asked === 'en' ? findAskedClause(question) : undefined;
  const words = index.vocabulary.textsOf(contentWordsOf(index, chunk), MAX_WORDS);
  return [
    createTextComparer(question)(sentenceText),
    similarity,
    Number(asked !== 'en' && asked !== languageOf(text)),
    inSentence.share,
    inSentence.least,
    inPassage.share,
    inPassage.least,
    similarity - similarities.reduce((sum, each) => sum + each, 0) / Math.max(1, similarities.length),
    inPassage.share - Math.max(0, ...shares),
    clause?.commonness ?? 0,
    clause?.scoreWords(words) ?? 0,
  ];
}

const languageOf = (text: string): string =>
  /[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(text) ? 'other' : detectLanguage(tokenize(text));

import type { Equivalents } from '../lexicon/expand-question.ts';
import { measureMeaning } from '../meaning/measure-meaning.ts';
import type { createCoverageReaders } from '../meaning/word-coverage.ts';
import type { SentenceReader } from '../ranking/best-sentence.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { CorrectedWord } from '../suggest/correct-words.ts';
import type { FoundTable, TableHit } from '../tables/find-table-answer.ts';
import type { ChunkReader } from '../tables/read-table.ts';
import { measureAbsentNames } from './absent-names.ts';
import { measureAnswer, type ReadPassage } from './measure-answer.ts';
import { measureCompetition } from './measure-competition.ts';
import { measureDoubt } from './measure-doubt.ts';
import { measureFigure } from './measure-figure.ts';
import { measureNames } from './measure-names.ts';
import { measureOtherNames } from './measure-other-names.ts';
import { measureTranslation } from './measure-translation.ts';

type AnsweringPassage = ReadPassage & TableHit;

/** A question as it was rewritten, with the table and the passages that were found, and readers of them. */
interface MeasuredResult {
  question: string;
  equivalents: readonly Equivalents[];
  corrected: readonly CorrectedWord[];
  table: FoundTable | undefined;
  passages: readonly [AnsweringPassage, ...AnsweringPassage[]];
  sentences: SentenceReader;
  coverageOf: ReturnType<typeof createCoverageReaders>;
  readChunk: ChunkReader;
}

/**
 * Measures how likely the first passage answers the question: the features that follow EVIDENCE_NAMES, in the order that
 * `estimateConfidence` reads.
 */
export function measureResult(
  view: PermittedView,
  { question, equivalents, corrected, table, passages, sentences, coverageOf, readChunk }: MeasuredResult,
): number[] {
  const [first] = passages;
  const meaning = measureMeaning(view, question, passages, coverageOf(first.entry));
  const translation = measureTranslation(question, first.text);
  const isTranslated = meaning[2] === 1 || translation[0] === 1;
  return [
    ...measureAnswer(view, question, sentences, passages),
    ...measureDoubt(view, question, sentences, passages),
    ...meaning,
    ...measureNames(view, question, first),
    ...measureFigure(view, question, table, passages),
    ...translation,
    ...measureCompetition(view, question, table, passages, readChunk),
    ...measureOtherNames(view, question, corrected, table, first),
    ...measureAbsentNames(view, question, equivalents, isTranslated ? first.text : undefined),
  ];
}

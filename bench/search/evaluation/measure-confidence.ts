import { chooseQuote } from '#server/modules/search/choose-quote.ts';
import { hasEvaluationData } from '#server/testing/evaluation-data/evaluation-files.ts';
import { readCuad } from '../datasets/cuad.ts';
import { readSquad } from '../datasets/datasets.ts';
import { areaUnderCurve, calibrationError } from './calibration.ts';
import { createHitSearch } from './index-dataset.ts';
import { type JudgedAnswer, judgeAnswers } from './judge-answers.ts';
import { mean } from './ranking-metrics.ts';

/** Measures how well the confidence separates questions with an answer, and right results, from others. */
export function measureConfidence(judged: readonly JudgedAnswer[]): {
  present: number;
  right: number;
  error: number;
} {
  const scores = judged.map(({ confidence }) => confidence);
  const isRight = judged.map(({ isAnswered }) => isAnswered);
  return {
    present: areaUnderCurve(
      scores,
      judged.map(({ isPresent }) => isPresent),
    ),
    right: areaUnderCurve(scores, isRight),
    error: calibrationError(scores, isRight),
  };
}
/** Measures how often the quote of the first passage contains the answer. */
function measureTopQuotes(): number {
  const collection = readSquad('en');
  const ask = createHitSearch(collection);
  return mean(
    collection.questions.map(({ text, answer: wanted }) => {
      const [first] = ask(text, 1).hits;
      if (first === undefined || first.documentId !== wanted?.document) return 0;
      const { start, end } = chooseQuote(first);
      return Number(start <= wanted.start && wanted.end <= end);
    }),
  );
}

/** Lists the figures that cannot be compared with other engines. */
export function listConfidenceFigures(wanted: readonly string[]): object[] {
  const isWanted = (name: string, folder: string) =>
    (wanted.length === 0 || wanted.includes(name)) && hasEvaluationData(folder);
  const rows: [set: string, figure: string, bar: string, value: number][] = [];
  if (isWanted('cuad', 'cuad')) {
    const { present, right, error } = measureConfidence(readCuad().flatMap(judgeAnswers));
    rows.push(['cuad', 'AUROC: clause there or not', '>= .85', present]);
    rows.push(['cuad', 'AUROC: shown or not', '', right]);
    rows.push(['cuad', 'calibration error: shown or not', '<= .05', error]);
  }
  if (isWanted('xquad-en', 'xquad'))
    rows.push(['xquad-en', 'answer in the first quote', '>= .78', measureTopQuotes()]);
  return rows.map(([set, figure, bar, value]) => ({ set, figure, bar, ours: value.toFixed(3) }));
}

import { estimateConfidence } from '#server/engines/search/ranking/confidence.ts';
import { chooseQuote } from '#server/modules/search/choose-quote.ts';
import { hasEvaluationData } from '#server/testing/evaluation-data/evaluation-files.ts';
import { readCuad } from '../datasets/cuad.ts';
import { readSquad } from '../datasets/datasets.ts';
import { areaUnderCurve, calibrationError } from './calibration.ts';
import { createTopHitSearch } from './index-dataset.ts';
import { type JudgedQuestion, judgeTopResult } from './judge-top-result.ts';
import { mean } from './ranking-metrics.ts';

const predictedConfidence = ({ features }: JudgedQuestion) =>
  features === undefined ? 0 : estimateConfidence(features);

/** What the confidence is worth on contracts asked one by one. */
export function measureConfidence(judged: readonly JudgedQuestion[]): {
  present: number;
  right: number;
  error: number;
} {
  const scores = judged.map(predictedConfidence);
  const isTrue = judged.map((each) => each.isTrue);
  return {
    present: areaUnderCurve(
      scores,
      judged.map((each) => each.isPresent),
    ),
    right: areaUnderCurve(scores, isTrue),
    error: calibrationError(scores, isTrue),
  };
}

/** How often the quote of the first passage holds the words that answer. */
function measureTopQuotes(): number {
  const collection = readSquad('en');
  const ask = createTopHitSearch(collection);
  return mean(
    collection.questions.map(({ text, answer: wanted }) => {
      const first = ask(text);
      if (first === undefined || first.documentId !== wanted?.document) return 0;
      const { start, end } = chooseQuote(first);
      return Number(start <= wanted.start && wanted.end <= end);
    }),
  );
}

/** The bars that no other engine has anything to set beside. */
export function listConfidenceFigures(wanted: readonly string[]): object[] {
  const isWanted = (name: string, folder: string) =>
    (wanted.length === 0 || wanted.includes(name)) && hasEvaluationData(folder);
  const rows: [set: string, figure: string, bar: string, value: number][] = [];
  if (isWanted('cuad', 'cuad')) {
    const { present, right, error } = measureConfidence(
      readCuad().flatMap((one, at) => judgeTopResult(at, one)),
    );
    rows.push(['cuad', 'AUROC: clause there or not', '>= .85', present]);
    rows.push(['cuad', 'AUROC: shown or not', '', right]);
    rows.push(['cuad', 'calibration error: shown or not', '<= .05', error]);
  }
  if (isWanted('xquad-en', 'xquad'))
    rows.push(['xquad-en', 'answer in the first quote', '>= .78', measureTopQuotes()]);
  return rows.map(([set, figure, bar, value]) => ({ set, figure, bar, ours: value.toFixed(3) }));
}

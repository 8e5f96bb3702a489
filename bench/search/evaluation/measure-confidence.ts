import { chooseQuote } from '#server/modules/search/choose-quote.ts';
import { confidenceOf } from '#server/engines/search/ranking/confidence.ts';
import { areaUnderCurve, calibrationError } from './calibration.ts';
import { readSquad } from '../datasets/datasets.ts';
import { readCuad } from '../datasets/cuad.ts';
import { isPresent } from '#server/testing/evaluation-data/evaluation-files.ts';
import { askFirst } from './index-dataset.ts';
import { type Judged, judgeFirst } from './judge-top-result.ts';
import { mean } from './ranking-metrics.ts';

const said = ({ features }: Judged) => (features === undefined ? 0 : confidenceOf(features));

/** What the confidence is worth on contracts asked one by one. */
export function measureConfidence(judged: readonly Judged[]): {
  present: number;
  right: number;
  error: number;
} {
  const scores = judged.map(said);
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
function answersFirst(): number {
  const collection = readSquad('en');
  const ask = askFirst(collection);
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
export function confidenceRows(wanted: readonly string[]): object[] {
  const isWanted = (name: string, folder: string) =>
    (wanted.length === 0 || wanted.includes(name)) && isPresent(folder);
  const rows: [set: string, figure: string, bar: string, value: number][] = [];
  if (isWanted('cuad', 'cuad')) {
    const { present, right, error } = measureConfidence(readCuad().flatMap((one, at) => judgeFirst(at, one)));
    rows.push(['cuad', 'AUROC: clause there or not', '>= .85', present]);
    rows.push(['cuad', 'AUROC: shown or not', '', right]);
    rows.push(['cuad', 'calibration error: shown or not', '<= .05', error]);
  }
  if (isWanted('xquad-en', 'xquad'))
    rows.push(['xquad-en', 'answer in the first quote', '>= .78', answersFirst()]);
  return rows.map(([set, figure, bar, value]) => ({ set, figure, bar, ours: value.toFixed(3) }));
}

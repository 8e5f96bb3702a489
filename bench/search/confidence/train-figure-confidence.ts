import { parseTrees } from '#server/engines/search/confidence/boosted-trees.ts';
import {
  estimateConfidence,
  isFigure,
  listFigureFeatures,
  sumConfidence,
} from '#server/engines/search/confidence/confidence.ts';
import { CONFIDENCE_BIAS, CONFIDENCE_TREES } from '#server/engines/search/confidence/confidence-model.ts';
import { type FigureRoom, listFigureRooms } from '../datasets/figure-rooms.ts';
import type { Part } from '../datasets/split.ts';
import { areaUnderCurve, calibrationError } from '../evaluation/calibration.ts';
import { createHitSearch } from '../evaluation/index-dataset.ts';
import { mean } from '../evaluation/ranking-metrics.ts';
import { trainLogisticRegression } from '../evaluation/train-logistic-regression.ts';

/** Trains the confidence of figures on pages of TAT-QA and prints its errors on pages that were kept back. */
const TREES = { bias: CONFIDENCE_BIAS, trees: parseTrees(CONFIDENCE_TREES) };

interface JudgedFigure {
  evidence: readonly number[];
  isRight: boolean;
}

/** Lists the questions of a kind of rooms that a figure answers, with whether it is right. */
const judgeFigures = (rooms: readonly FigureRoom[]): JudgedFigure[] =>
  rooms.flatMap(({ documents, questions }) => {
    const search = createHitSearch({ documents, questions: [] });
    return questions.flatMap(({ text, document, answer }) => {
      const { hits, table, evidence } = search(text, 10);
      if (!isFigure(evidence)) return [];
      const cell = table?.rows[0]?.cells[table.column ?? 0] ?? '';
      return { evidence, isRight: hits[0]?.documentId === document && normalize(cell) === normalize(answer) };
    });
  });

/** Leaves the digits of an amount. */
const normalize = (text: string): string => text.replace(/[\s$£€,()%-]/g, '').toLowerCase();

const readKinds = (part: Part) =>
  Object.entries(listFigureRooms(part)).map(([kind, rooms]) => ({ kind, judged: judgeFigures(rooms) }));

const samples = readKinds('tuned').flatMap(({ judged }) =>
  judged.map(({ evidence, isRight }) => ({
    features: listFigureFeatures(evidence, sumConfidence(TREES, evidence)),
    weight: 1 / judged.length,
    isTrue: isRight,
  })),
);
const { means, deviations, coefficients, intercept } = trainLogisticRegression(samples);
const slopes = coefficients.map((coefficient, at) => coefficient / (deviations[at] ?? 1));
console.log({
  intercept: slopes.reduce((sum, slope, at) => sum - slope * (means[at] ?? 0), intercept),
  coefficients: slopes,
});

const report = ({ kind, judged }: { kind: string; judged: readonly JudgedFigure[] }) => {
  const isRight = judged.map((each) => each.isRight);
  const before = judged.map(({ evidence }) => 1 / (1 + Math.exp(-sumConfidence(TREES, evidence))));
  const scores = judged.map(({ evidence }) => estimateConfidence(evidence));
  return {
    kind,
    figures: judged.length,
    right: mean(isRight.map(Number)).toFixed(2),
    'confidence of the trees': mean(before).toFixed(2),
    'their ECE': calibrationError(before, isRight).toFixed(3),
    confidence: mean(scores).toFixed(2),
    ECE: calibrationError(scores, isRight).toFixed(3),
    AUROC: areaUnderCurve(scores, isRight).toFixed(3),
  };
};
const kept = readKinds('kept back');
console.table([...kept, { kind: 'all', judged: kept.flatMap(({ judged }) => judged) }].map(report));

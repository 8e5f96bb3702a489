import { parseTrees } from '#server/engines/search/confidence/boosted-trees.ts';
import {
  estimateConfidence,
  isComputed,
  isFigure,
  lacksComputation,
  listFigureFeatures,
  sumConfidence,
  toProbability,
} from '#server/engines/search/confidence/confidence.ts';
import { CONFIDENCE_BIAS, CONFIDENCE_TREES } from '#server/engines/search/confidence/confidence-model.ts';
import { type FigureRoom, listFigureRooms } from '../datasets/figure-rooms.ts';
import { listTwinRooms } from '../datasets/twin-rooms.ts';
import { areaUnderCurve, calibrationError } from '../evaluation/calibration.ts';
import { createHitSearch } from '../evaluation/index-dataset.ts';
import { isSameNumber } from '../evaluation/is-same-number.ts';
import { mean } from '../evaluation/ranking-metrics.ts';
import { trainLogisticRegression } from '../evaluation/train-logistic-regression.ts';

/**
 * Trains the confidence of figures that are read from tables, computed from them, or missing, and prints its errors on pages that
 * were held out.
 */
const TREES = { bias: CONFIDENCE_BIAS, trees: parseTrees(CONFIDENCE_TREES) };

interface JudgedFigure {
  evidence: readonly number[];
  isRight: boolean;
}

/** Answers that have a regression of their own, with what it reads. */
const KINDS = {
  figures: {
    isOfKind: isFigure,
    listFeatures: (evidence: readonly number[]) =>
      listFigureFeatures(evidence, sumConfidence(TREES, evidence)),
  },
  'computed figures': {
    isOfKind: isComputed,
    listFeatures: (evidence: readonly number[]) =>
      listFigureFeatures(evidence, sumConfidence(TREES, evidence)),
  },
  'not computed': {
    isOfKind: lacksComputation,
    listFeatures: () => [],
  },
} as const;

/** Lists the questions of rooms that a figure answers, or should, with whether it is right. */
const judgeFigures = (rooms: readonly FigureRoom[]): JudgedFigure[] =>
  rooms.flatMap(({ documents, questions }) => {
    const search = createHitSearch({ documents, questions: [] });
    return questions.flatMap(({ text, document, answer }) => {
      const { hits, table, evidence } = search(text, 10);
      const [first] = hits;
      if (first === undefined || !Object.values(KINDS).some(({ isOfKind }) => isOfKind(evidence))) return [];
      const { chunk, sentence, documentId } = first;
      const said = chunk.text.slice(sentence.start, sentence.end);
      const isRight = isComputed(evidence)
        ? isSameNumber(table?.computation?.value ?? '', answer)
        : isFigure(evidence)
          ? normalize(table?.rows[0]?.cells[table.column ?? 0] ?? '') === normalize(answer)
          : normalize(said).includes(normalize(answer));
      return { evidence, isRight: documentId === document && isRight };
    });
  });

/** Leaves the digits of an amount. */
const normalize = (text: string): string => text.replace(/[\s$£€,()%-]/g, '').toLowerCase();

const judgeRooms = (all: Record<string, FigureRoom[]>) =>
  Object.entries(all).map(([kind, rooms]) => ({ rooms: kind, judged: judgeFigures(rooms) }));

const tuned = judgeRooms(listFigureRooms('tuned'));
const heldOut = judgeRooms({ ...listFigureRooms('held out'), ...listTwinRooms('held out') });

for (const [kind, { isOfKind, listFeatures }] of Object.entries(KINDS)) {
  const select = (rooms: typeof tuned) =>
    rooms.map(({ rooms: name, judged }) => ({
      rooms: name,
      judged: judged.filter(({ evidence }) => isOfKind(evidence)),
    }));
  const samples = select(tuned).flatMap(({ judged }) =>
    judged.map(({ evidence, isRight }) => {
      return { features: listFeatures(evidence), weight: 1 / judged.length, isTrue: isRight };
    }),
  );
  const { means, deviations, coefficients, intercept } = trainLogisticRegression(samples);
  const slopes = coefficients.map((coefficient, at) => coefficient / (deviations[at] ?? 1));
  console.log(kind, {
    intercept: slopes.reduce((sum, slope, at) => sum - slope * (means[at] ?? 0), intercept),
    coefficients: slopes,
  });
  const ofKind = select(heldOut);
  console.table([...ofKind, { rooms: 'all', judged: ofKind.flatMap(({ judged }) => judged) }].map(report));
}

function report({ rooms, judged }: { rooms: string; judged: readonly JudgedFigure[] }) {
  const isRight = judged.map((each) => each.isRight);
  const before = judged.map(({ evidence }) => toProbability(sumConfidence(TREES, evidence)));
  const scores = judged.map(({ evidence }) => estimateConfidence(evidence));
  return {
    rooms,
    answers: judged.length,
    right: mean(isRight.map(Number)).toFixed(2),
    'confidence of the trees': mean(before).toFixed(2),
    'their ECE': calibrationError(before, isRight).toFixed(3),
    confidence: mean(scores).toFixed(2),
    ECE: calibrationError(scores, isRight).toFixed(3),
    AUROC: areaUnderCurve(scores, isRight).toFixed(3),
  };
}

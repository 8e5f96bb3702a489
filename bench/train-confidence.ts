import { evidenceNames } from '#server/platform/index/evidence.ts';
import { type Collection, readSquad } from './evaluation/collections.ts';
import { readCuad } from './evaluation/cuad.ts';
import { indexCollection } from './evaluation/index-collection.ts';
import { predict, type Sample, train } from './evaluation/logistic.ts';
import { mean } from './evaluation/metrics.ts';

interface Asked extends Sample {
  set: string;
  /** What was asked of the same documents stays together when a part is kept back to measure on. */
  group: number;
  isPresent: boolean;
}

const parts = 5;
const binCount = 10;

/** A question is answered when the first passage is of a document, and touches a span, that was judged right. */
function ask(set: string, group: number, collection: Collection): Asked[] {
  const answer = indexCollection(collection, 'hybrid');
  return collection.questions.flatMap(({ text, judgments, spans }) => {
    const { matches, evidence } = answer(text);
    const [first] = matches.take(1);
    if (first === undefined) return [];
    const isShown = spans.some(
      ({ document, start, end }) =>
        document === first.document && first.chunk.start < end && first.chunk.end > start,
    );
    const isTrue = spans.length > 0 ? isShown : judgments.has(first.document);
    return [{ set, group, features: evidence, isPresent: judgments.size > 0, isTrue }];
  });
}

/** Half of the paragraphs, by fives, with the questions that were asked of all. */
function halfOf({ documents, questions }: Collection): Collection {
  const isKept = (id: number) => Math.floor(id / parts) % 2 === 0;
  return {
    documents: documents.filter(({ id }) => isKept(id)),
    questions: questions.map((question) => ({
      ...question,
      judgments: new Map([...question.judgments].filter(([id]) => isKept(id))),
    })),
  };
}

/** How often a true one stands above one that is not. */
function areaUnderCurve(scores: readonly number[], isTrue: readonly boolean[]): number {
  const order = [...scores.keys()].sort((one, other) => (scores[one] ?? 0) - (scores[other] ?? 0));
  const ranks = order.flatMap((at, rank) => (isTrue[at] ? [rank + 1] : []));
  const others = scores.length - ranks.length;
  const sum = ranks.reduce((total, rank) => total + rank, 0);
  return (sum - (ranks.length * (ranks.length + 1)) / 2) / (ranks.length * others);
}

function calibrationError(scores: readonly number[], isTrue: readonly boolean[]): number {
  const bins = Map.groupBy(scores.keys(), (at) =>
    Math.min(binCount - 1, Math.floor((scores[at] ?? 0) * binCount)),
  );
  const gaps = [...bins.values()].map((bin) => {
    const said = mean(bin.map((at) => scores[at] ?? 0));
    const found = mean(bin.map((at) => Number(isTrue[at])));
    return Math.abs(said - found) * bin.length;
  });
  return gaps.reduce((sum, gap) => sum + gap, 0) / scores.length;
}

const asked = [
  ...readCuad().flatMap((collection, group) => ask('cuad', group, collection)),
  ...ask('xquad-en', 0, halfOf(readSquad('en'))).map((each, at) => ({ ...each, group: at })),
];
// Each is judged by a model that has not seen it.
const scores = new Array<number>(asked.length).fill(0);
for (let part = 0; part < parts; part++) {
  const model = train(asked.filter(({ group }) => group % parts !== part));
  for (const [at, { group, features }] of asked.entries())
    if (group % parts === part) scores[at] = predict(model, features);
}
const model = train(asked);
const rounded = (values: readonly number[]) => values.map((value) => Number(value.toPrecision(4)));
const sets = [...new Set(asked.map(({ set }) => set))];
const rows = sets.map((set) => {
  const own = [...asked.keys()].filter((at) => asked[at]?.set === set);
  const scoresOf = own.map((at) => scores[at] ?? 0);
  const isTrue = own.map((at) => asked[at]?.isTrue ?? false);
  const isPresent = own.map((at) => asked[at]?.isPresent ?? false);
  return {
    set,
    questions: own.length,
    right: mean(isTrue.map(Number)).toFixed(3),
    'AUROC, right': areaUnderCurve(scoresOf, isTrue).toFixed(3),
    'AUROC, present': areaUnderCurve(scoresOf, isPresent).toFixed(3),
    'calibration error': calibrationError(scoresOf, isTrue).toFixed(3),
  };
});
console.table(rows);
console.log({
  evidenceNames,
  means: rounded(model.means),
  deviations: rounded(model.deviations),
  coefficients: rounded(model.coefficients),
  intercept: rounded([model.intercept])[0],
});

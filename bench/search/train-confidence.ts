import { type ConfidenceModel, judge, oddsOf, shownBy, thereBy } from '#server/engines/search/ranking/confidence.ts';
import { evidenceNames } from '#server/engines/search/ranking/measure-evidence.ts';
import { areaUnderCurve, calibrationError } from './evaluation/calibration.ts';
import { readSquad } from './datasets/datasets.ts';
import { readCuad } from './datasets/cuad.ts';
import { halfOf } from './datasets/half-dataset.ts';
import { type Judged, judgeFirst } from './evaluation/judge-top-result.ts';
import { train } from './evaluation/train-logistic-regression.ts';
import { mean } from './evaluation/ranking-metrics.ts';
import { roomsOf } from './datasets/small-subsets.ts';

interface Asked extends Judged {
  set: string;
  weight: number;
}

const parts = 5;
/** What paragraphs count beside contracts, which the calibration is measured on and which are harder. */
const paragraphsWeight = 0.25;

const paragraphs = readSquad('en');
const few = halfOf(paragraphs);
const roomSizes = [1, 3, 8];
const asked: Asked[] = [
  ...readCuad().flatMap((contract, group) =>
    judgeFirst(group, contract).map((each) => ({ ...each, set: 'cuad', weight: 1 })),
  ),
  ...judgeFirst(0, { ...few, questions: few.questions.filter((_, at) => at % 3 === 0) }).map((each, at) => ({
    ...each,
    set: 'half of xquad-en',
    group: at,
    weight: paragraphsWeight,
  })),
  ...roomSizes.flatMap((size) =>
    roomsOf(paragraphs, size).flatMap((room, group) =>
      judgeFirst(group, room).map((each) => ({ ...each, set: `rooms of ${size}`, weight: paragraphsWeight })),
    ),
  ),
];

const isFound = (each: Asked): each is Asked & { features: readonly number[] } => each.features !== undefined;

function trainOn(some: readonly Asked[]): ConfidenceModel {
  const found = some.filter(isFound);
  const there = train(
    found.map(({ features, isPresent, weight }) => ({
      features: thereBy(features),
      isTrue: isPresent,
      weight,
    })),
  );
  const shown = train(
    found
      .filter(({ isPresent }) => isPresent)
      .map(({ features, isTrue, weight }) => ({ features: shownBy(features), isTrue, weight })),
  );
  const sharpened = train(
    found.map(({ features, isTrue, weight }) => ({
      features: [oddsOf({ there, shown }, features)],
      isTrue,
      weight,
    })),
  );
  return { there, shown, sharpened };
}

const said = (model: ConfidenceModel, { features }: Asked) =>
  features === undefined ? 0 : judge(model, features);

/** Each is judged by a model that has not seen its part. */
function crossValidated(partOf: (each: Asked) => number): number[] {
  const models = Array.from({ length: parts }, (_, part) =>
    trainOn(asked.filter((each) => partOf(each) !== part)),
  );
  return asked.map((each) => {
    const model = models[partOf(each)];
    return model === undefined ? 0 : said(model, each);
  });
}

/** CUAD asks the same of every contract: a model may know the questions even if it does not know the contract. */
const wordings = [...new Set(asked.map(({ text }) => text))];
const ways = {
  contract: ({ group }: Asked) => group % parts,
  question: ({ text }: Asked) => wordings.indexOf(text) % parts,
};
const sets = [...new Set(asked.map(({ set }) => set))];
const rows = Object.entries(ways).flatMap(([keptBack, partOf]) => {
  const scores = crossValidated(partOf);
  return sets.map((set) => {
    const own = [...asked.keys()].filter((at) => asked[at]?.set === set);
    const scoresOf = own.map((at) => scores[at] ?? 0);
    const isTrue = own.map((at) => asked[at]?.isTrue ?? false);
    const isPresent = own.map((at) => asked[at]?.isPresent ?? false);
    return {
      set,
      'kept back by': keptBack,
      questions: own.length,
      right: mean(isTrue.map(Number)).toFixed(3),
      'AUROC, right': areaUnderCurve(scoresOf, isTrue).toFixed(3),
      'AUROC, present': areaUnderCurve(scoresOf, isPresent).toFixed(3),
      'calibration error': calibrationError(scoresOf, isTrue).toFixed(3),
    };
  });
});
console.table(rows);
const model = trainOn(asked);
console.log(evidenceNames);
console.log(
  JSON.stringify(model, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value), 2),
);
const all = asked.map((each) => said(model, each));
console.table(
  [0.03, 0.05, 0.08, 0.1, 0.15].flatMap((least) =>
    sets.map((set) => {
      const shareBelow = (isWanted: (each: Asked) => boolean) => {
        const wanted = asked.flatMap((each, at) => (each.set === set && isWanted(each) ? [at] : []));
        return mean(wanted.map((at) => Number((all[at] ?? 0) < least))).toFixed(2);
      };
      return {
        'below is no answer': least,
        set,
        'absent below': shareBelow(({ isPresent }) => !isPresent),
        'right below': shareBelow(({ isTrue }) => isTrue),
      };
    }),
  ),
);

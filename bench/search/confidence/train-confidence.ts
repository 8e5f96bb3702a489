import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ABSENT_NAME_FEATURES } from '#server/engines/search/confidence/absent-names.ts';
import { type BoostedTrees, formatTree } from '#server/engines/search/confidence/boosted-trees.ts';
import { isReadByTrees } from '#server/engines/search/confidence/confidence.ts';
import { ANSWER_FEATURES } from '#server/engines/search/confidence/measure-answer.ts';
import { COMPETITION_FEATURES } from '#server/engines/search/confidence/measure-competition.ts';
import { DOUBT_FEATURES } from '#server/engines/search/confidence/measure-doubt.ts';
import { EVIDENCE_NAMES } from '#server/engines/search/confidence/measure-evidence.ts';
import { FIGURE_FEATURES } from '#server/engines/search/confidence/measure-figure.ts';
import { NAME_FEATURES } from '#server/engines/search/confidence/measure-names.ts';
import { OTHER_NAME_FEATURES } from '#server/engines/search/confidence/measure-other-names.ts';
import { TRANSLATION_FEATURES } from '#server/engines/search/confidence/measure-translation.ts';
import { MEANING_FEATURES } from '#server/engines/search/meaning/measure-meaning.ts';
import { type JudgedQuestion, judgeTrainingSets } from './judged-sets.ts';
import { reportConfidence } from './report-confidence.ts';
import { trainConfidenceModel } from './train-confidence-model.ts';
import { COLLECTIONS } from './training-sets.ts';

/**
 * Trains the confidence on the tuned halves of the training sets and prints its errors on the halves that were held out. A number
 * asks every second, third … question only; `--keep FOLDER` keeps what was judged there for the next run; `--left-out` judges
 * each collection by a model that was trained without it, as documents of a kind never seen; `--write` installs the model.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    keep: { type: 'string' },
    'left-out': { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const step = Number(positionals[0] ?? 1);
const MODEL = new URL('../../../server/engines/search/confidence/confidence-model.ts', import.meta.url);

const collectionOf = ({ set }: JudgedQuestion): string =>
  COLLECTIONS.find((collection) => set.includes(collection)) ?? set;

function train(judged: readonly JudgedQuestion[]): BoostedTrees {
  const counts = Map.groupBy(judged, ({ set }) => set);
  return trainConfidenceModel(
    judged.flatMap((each) => {
      const { features, set, setWeight, isRight, isPresent } = each;
      const weight = setWeight / (counts.get(set)?.length ?? 1);
      return features === undefined
        ? []
        : {
            features: features.map((value, at) => (isReadByTrees(at) ? value : 0)),
            weight,
            isRight,
            isPresent,
          };
    }),
  );
}

const reportSets = (judged: readonly JudgedQuestion[], model: BoostedTrees) =>
  [...Map.groupBy(judged, ({ set }) => set)].map(([set, ofSet]) => reportConfidence(set, ofSet, model));

const tuned = await judgeTrainingSets('tuned', step, values.keep);
const heldOut = await judgeTrainingSets('held out', step, values.keep);
const model = train(tuned);
console.log('Held out');
console.table(reportSets(heldOut, model));
if (values['left-out']) {
  console.log('Each collection by a model that was trained without it');
  console.table(
    COLLECTIONS.flatMap((collection) =>
      reportSets(
        heldOut.filter((each) => collectionOf(each) === collection),
        train(tuned.filter((each) => collectionOf(each) !== collection)),
      ),
    ),
  );
}
if (values.write)
  writeFileSync(
    MODEL,
    `/** Trained by \`bench/search/confidence/train-confidence.ts\`, which writes this file. docs/search.md lists its errors. */
export const CONFIDENCE_BIAS = ${model.bias.toPrecision(4)};

/** A tree on each line, as \`formatTree\` writes it. */
export const CONFIDENCE_TREES = \`
${model.trees.map(formatTree).join('\n')}
\`;
`,
  );
else
  console.log([
    ...EVIDENCE_NAMES,
    ...ANSWER_FEATURES,
    ...DOUBT_FEATURES,
    ...MEANING_FEATURES,
    ...NAME_FEATURES,
    ...FIGURE_FEATURES,
    ...TRANSLATION_FEATURES,
    ...COMPETITION_FEATURES,
    ...OTHER_NAME_FEATURES,
    ...ABSENT_NAME_FEATURES,
  ]);

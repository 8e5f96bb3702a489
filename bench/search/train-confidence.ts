import { MEANING_FEATURES } from '#server/engines/search/meaning/measure-meaning.ts';
import { formatTree, sumTrees } from '#server/engines/search/ranking/boosted-trees.ts';
import { toProbability } from '#server/engines/search/ranking/confidence.ts';
import { ANSWER_FEATURES } from '#server/engines/search/ranking/measure-answer.ts';
import { DOUBT_FEATURES } from '#server/engines/search/ranking/measure-doubt.ts';
import { EVIDENCE_NAMES } from '#server/engines/search/ranking/measure-evidence.ts';
import { ANSWER_SETS } from './answer-quality.ts';
import { readNamedCuad } from './datasets/cuad.ts';
import { type Dataset, readLegalBench, readSquad } from './datasets/datasets.ts';
import { askAboutOthers } from './datasets/other-names.ts';
import { type Part, selectAlternate, selectQuestions } from './datasets/split.ts';
import { sampleHalf, splitIntoSmallDatasets } from './datasets/subsets.ts';
import { readTatqa } from './datasets/tatqa.ts';
import { areaUnderCurve, calibrationError } from './evaluation/calibration.ts';
import { type JudgedAnswer, judgeAnswers } from './evaluation/judge-answers.ts';
import { judgeUnseenClauses } from './evaluation/judge-unseen-clauses.ts';
import { mean } from './evaluation/ranking-metrics.ts';
import { trainConfidenceModel } from './evaluation/train-confidence-model.ts';

/** A set that the confidence is trained on. */
interface TrainingSet {
  name: string;
  /** Weight of all its questions together. */
  weight: number;
  read(part: Part): Promise<Dataset[]> | Dataset[];
}

const set = (name: keyof typeof ANSWER_SETS, weight: number): TrainingSet => ({
  name,
  weight,
  read: (part) => ANSWER_SETS[name]?.read(part) ?? [],
});

/** Some documents of a collection with questions about others too, for which nothing is right. */
const subsets = (name: string, size: number, readAll: () => Dataset, weight: number): TrainingSet => ({
  name: `${size} documents of ${name}`,
  weight,
  read: (part) => splitIntoSmallDatasets(readAll(), size).map((dataset) => selectQuestions(dataset, part)),
});

const withoutHalf = (name: string, weight: number, readAll: () => Dataset): TrainingSet => ({
  name: `half of ${name}`,
  weight,
  read: (part) => [selectQuestions(sampleHalf(readAll()), part)],
});

/** Nothing answers these. A larger weight makes the answers to other questions look less certain than they are. */
const ABOUT_OTHERS_WEIGHT = 0.27;

/** The questions of a set about another name or year. */
const aboutOthers = (asked: TrainingSet, weight = ABOUT_OTHERS_WEIGHT): TrainingSet => ({
  name: `others in ${asked.name}`,
  weight,
  read: async (part) => (await asked.read(part)).map(askAboutOthers),
});

const SMALL_XQUAD = [1, 3, 8].map((size) => subsets('xquad-en', size, () => readSquad('en'), 0.25));
const SMALL_TATQA = [1, 4].map((size) => subsets('tatqa', size, readTatqa, 0.2));

const SETS: readonly TrainingSet[] = [
  set('legalbench-contractnli', 0.75),
  set('legalbench-privacy', 1.25),
  set('cuad-named', 1),
  set('cuad-alone', 2.7),
  set('contractnli-alone', 1),
  set('xquad-en', 1),
  set('xquad-de', 1.1),
  set('xquad-zh', 0.65),
  set('xquad-ar', 1.5),
  set('xquad-en-de', 0.6),
  set('tatqa', 0.7),
  set('scifact', 0.6),
  ...SMALL_XQUAD,
  ...[1, 3, 8].map((size) => subsets('xquad-de', size, () => readSquad('de'), 0.25)),
  ...['en', 'de'].map((language) => withoutHalf(`xquad-${language}`, 0.2, () => readSquad(language))),
  withoutHalf('tatqa', 0.7, readTatqa),
  {
    name: 'half of cuad-named',
    weight: 0.8,
    read: (part) => [sampleHalf(selectAlternate(readNamedCuad(), part))],
  },
  withoutHalf('legalbench-contractnli', 0.4, () => readLegalBench('contractnli')),
  ...SMALL_TATQA,
  ...[...SMALL_XQUAD, ...SMALL_TATQA, set('xquad-en', 0.5)].map((asked) => aboutOthers(asked)),
  // A clause of the kind that is asked for looks like an answer, also in a contract of other parties.
  aboutOthers(set('cuad-named', 0.5), 2 * ABOUT_OTHERS_WEIGHT),
];

/** Asks every question, or with an argument every second, third …, of a set with 60 questions or more. */
const STEP = Number(process.argv[2] ?? 1);
const MIN_SAMPLED_QUESTIONS = 60;

const sample = ({ documents, questions }: Dataset): Dataset => ({
  documents,
  questions: questions.filter((_, at) => questions.length < MIN_SAMPLED_QUESTIONS || at % STEP === 0),
});

/** Sets whose tuned half the kinds of clauses are learnt from. */
const CONTRACTS = /cuad|contractnli-alone/;

async function judge(part: Part): Promise<Map<TrainingSet, JudgedAnswer[]>> {
  const judged = new Map<TrainingSet, JudgedAnswer[]>();
  for (const each of SETS) {
    const datasets = (await each.read(part)).map(sample);
    const isLearnt = part === 'tuned' && CONTRACTS.test(each.name);
    judged.set(each, isLearnt ? judgeUnseenClauses(datasets) : datasets.flatMap(judgeAnswers));
  }
  return judged;
}

const isRight = ({ rightRanks }: JudgedAnswer): boolean => rightRanks[0] === 0;

const model = trainConfidenceModel(
  [...(await judge('tuned'))].flatMap(([{ weight }, answers]) =>
    answers.flatMap((answer) => {
      if (answer.evidence === undefined) return [];
      const { evidence: features, isPresent } = answer;
      return { features, weight: weight / answers.length, isRight: isRight(answer), isPresent };
    }),
  ),
);

console.table(
  [...(await judge('kept back'))].map(([{ name }, answers]) => {
    const scores = answers.map(({ evidence }) =>
      evidence === undefined ? 0 : toProbability(sumTrees(model, evidence)),
    );
    const shareOf = (isCounted: (answer: JudgedAnswer) => boolean, isMet: (score: number) => boolean) =>
      mean(
        answers.flatMap((answer, at) => (isCounted(answer) ? [Number(isMet(scores[at] ?? 0))] : [])),
      ).toFixed(2);
    return {
      'kept back': name,
      questions: answers.length,
      right: mean(answers.map((answer) => Number(isRight(answer)))).toFixed(2),
      'mean confidence': mean(scores).toFixed(2),
      ECE: calibrationError(scores, answers.map(isRight)).toFixed(3),
      'AUROC present': areaUnderCurve(
        scores,
        answers.map(({ isPresent }) => isPresent),
      ).toFixed(3),
      'AUROC right': areaUnderCurve(scores, answers.map(isRight)).toFixed(3),
      'right above .8': shareOf(isRight, (score) => score > 0.8),
      'right above .5': shareOf(isRight, (score) => score > 0.5),
      'right below .1': shareOf(isRight, (score) => score < 0.1),
      'absent below .1': shareOf(
        ({ isPresent }) => !isPresent,
        (score) => score < 0.1,
      ),
    };
  }),
);
console.log([...EVIDENCE_NAMES, ...ANSWER_FEATURES, ...DOUBT_FEATURES, ...MEANING_FEATURES]);
console.log(model.bias.toPrecision(4));
console.log(model.trees.map(formatTree).join('\n'));

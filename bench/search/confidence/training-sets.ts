import { ANSWER_SETS } from '../answer-quality.ts';
import { readNamedCuad } from '../datasets/cuad.ts';
import { type Dataset, readLegalBench, readSquad } from '../datasets/datasets.ts';
import { askAboutOthers } from '../datasets/other-names.ts';
import { readOnce } from '../datasets/read-once.ts';
import { type Part, selectAlternate, selectQuestions } from '../datasets/split.ts';
import { sampleHalf, splitIntoSmallDatasets } from '../datasets/subsets.ts';
import { readTatqa } from '../datasets/tatqa.ts';

/** A set that the confidence is trained on. */
export interface TrainingSet {
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
  read: (part) => [
    selectQuestions(
      readOnce(`half of ${name}`, () => sampleHalf(readAll())),
      part,
    ),
  ],
});

/**
 * Nothing answers these. A larger weight makes the answers to other questions look less certain than they are, and missing names
 * count by themselves.
 */
const ABOUT_OTHERS_WEIGHT = 0.1;

/** The questions of a set about another name or year. */
const aboutOthers = (asked: TrainingSet, weight = ABOUT_OTHERS_WEIGHT): TrainingSet => ({
  name: `others in ${asked.name}`,
  weight,
  read: async (part) => (await asked.read(part)).map(askAboutOthers),
});

const SMALL_XQUAD = [1, 3, 8].map((size) => subsets('xquad-en', size, () => readSquad('en'), 0.5));
const SMALL_TATQA = [1, 4].map((size) => subsets('tatqa', size, readTatqa, 0.2));

export const TRAINING_SETS: readonly TrainingSet[] = [
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
  ...[1, 3, 8].map((size) => subsets('xquad-de', size, () => readSquad('de'), 0.5)),
  ...['en', 'de'].map((language) => withoutHalf(`xquad-${language}`, 0.4, () => readSquad(language))),
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

/**
 * Collections that the sets come from; a set that is judged as if its kind had never been seen is left out with all of its
 * collection.
 */
export const COLLECTIONS = ['cuad', 'contractnli', 'privacy', 'xquad', 'tatqa', 'scifact'] as const;

/** Questions that are left of a set at least. */
const MIN_SAMPLED_QUESTIONS = 150;

/** Selects every question, or every second, third …, of a set that has many. */
export function sampleQuestions({ documents, questions }: Dataset, step: number): Dataset {
  const taken = Math.min(step, Math.max(1, Math.floor(questions.length / MIN_SAMPLED_QUESTIONS)));
  return { documents, questions: questions.filter((_, at) => at % taken === 0) };
}

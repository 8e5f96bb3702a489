import { createCoverageReaders } from '#server/engines/search/meaning/word-coverage.ts';
import { SENTENCE_COEFFICIENTS } from '#server/engines/search/ranking/best-sentence.ts';
import { listMarkFeatures } from '#server/engines/search/ranking/mark-answer.ts';
import { ANSWER_SETS } from './answer-quality.ts';
import type { Dataset } from './datasets/datasets.ts';
import { listRightPassages } from './evaluation/right-passages.ts';

/** Sets with the exact place of the answer; each counts the same. */
const SETS = ['xquad-en', 'xquad-de', 'contractnli-alone', 'cuad-alone', 'legalbench-contractnli'];
/** Every second question: there are more of these than a few coefficients need. */
const STEP = 2;
const ITERATIONS = 400;
const LEARNING_RATE = 0.3;
const MOMENTUM = 0.9;
/** Pulls the coefficients towards those with which passages are chosen. */
const L2_PENALTY = 0.002;
/** Position of the feature of headings and other empty lines, of which these sets have too few to learn from. */
const HELD_FEATURE = 5;

interface Passage {
  set: string;
  sentences: readonly { features: readonly number[]; isRight: boolean }[];
}

const passages: Record<'tuned' | 'held out', Passage[]> = { tuned: [], 'held out': [] };
for (const part of ['tuned', 'held out'] as const)
  for (const set of SETS)
    for (const dataset of (await ANSWER_SETS[set]?.read(part)) ?? [])
      passages[part].push(...listPassages(set, dataset));

const former = [...SENTENCE_COEFFICIENTS, 0];
const learnt = train(passages.tuned);
console.log('coefficients', learnt.map((value) => value.toFixed(2)).join(', '));
console.table(
  SETS.map((set) => ({
    set,
    'learnt from': compare(passages.tuned, set),
    'held out': compare(passages['held out'], set),
  })),
);

function listPassages(set: string, dataset: Dataset): Passage[] {
  const some = { ...dataset, questions: dataset.questions.filter((_, at) => at % STEP === 0) };
  return listRightPassages(some).map(({ view, question, entry, sentences }) => {
    const features = listMarkFeatures(sentences, createCoverageReaders(view, question)(entry));
    return {
      set,
      sentences: sentences.map(({ isRight }, at) => ({ features: features[at] ?? [], isRight })),
    };
  });
}

function scoreOf(features: readonly number[], coefficients: readonly number[]): number {
  return features.reduce((sum, value, at) => sum + value * (coefficients[at] ?? 0), 0);
}

/**
 * Trains a softmax over the sentences of a passage, of which several may be right, by gradient descent: the same figures in every
 * run.
 */
function train(samples: readonly Passage[]): number[] {
  const counts = new Map(SETS.map((set) => [set, samples.filter((sample) => sample.set === set).length]));
  const coefficients = [...former];
  const velocity = former.map(() => 0);
  for (let round = 0; round < ITERATIONS; round++) {
    const slopes = former.map(() => 0);
    for (const { set, sentences } of samples)
      addSlopes(slopes, sentences, coefficients, 1 / (counts.get(set) ?? 1) / SETS.length);
    for (const [at, slope] of slopes.entries()) {
      if (at === HELD_FEATURE) continue;
      // What is new is pulled towards 0.
      const value = coefficients[at] ?? 0;
      const full = slope + L2_PENALTY * (value - (former[at] ?? 0));
      velocity[at] = MOMENTUM * (velocity[at] ?? 0) + full;
      coefficients[at] = value - LEARNING_RATE * (velocity[at] ?? 0);
    }
  }
  return coefficients;
}

function addSlopes(
  slopes: number[],
  sentences: Passage['sentences'],
  coefficients: readonly number[],
  weight: number,
): void {
  const scores = sentences.map(({ features }) => scoreOf(features, coefficients));
  const highest = Math.max(...scores);
  const shares = scores.map((score) => Math.exp(score - highest));
  const all = shares.reduce((sum, share) => sum + share, 0);
  const right = shares.reduce((sum, share, at) => sum + (sentences[at]?.isRight === true ? share : 0), 0);
  if (right === 0 || right === all) return;
  for (const [at, { features, isRight }] of sentences.entries()) {
    const share = shares[at] ?? 0;
    const difference = weight * (share / all - (isRight ? share / right : 0));
    for (const [feature, value] of features.entries())
      slopes[feature] = (slopes[feature] ?? 0) + difference * value;
  }
}

/** Returns the share of passages whose right sentence has the best score, before and after. */
function compare(samples: readonly Passage[], set: string): string {
  const own = samples.filter((sample) => sample.set === set);
  const share = (coefficients: readonly number[]) => {
    const right = own.filter(({ sentences }) => {
      const scores = sentences.map(({ features }) => scoreOf(features, coefficients));
      return sentences[scores.indexOf(Math.max(...scores))]?.isRight === true;
    });
    return (right.length / own.length).toFixed(3);
  };
  return `${share(former)} → ${share(learnt)}`;
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Part } from '../datasets/split.ts';
import { judgeAnswers } from '../evaluation/judge-answers.ts';
import { judgeUnseenClauses } from '../evaluation/judge-unseen-clauses.ts';
import { sampleQuestions, TRAINING_SETS, type TrainingSet } from './training-sets.ts';

/** A question that was asked, with the features of its answer; these are absent when nothing was found. */
export interface JudgedQuestion {
  set: string;
  /** Weight of all questions of the set together. */
  setWeight: number;
  question: string;
  features?: readonly number[];
  isRight: boolean;
  /** True when the documents contain an answer, whether it was found or not. */
  isPresent: boolean;
}

/** Sets whose tuned half the kinds of clauses are learnt from. */
const CONTRACTS = /cuad|contractnli-alone/;
const DIGITS = 6;

/**
 * Asks the questions of a part of all training sets; takes minutes. With a folder the result is kept in it, a file for each set,
 * and read from it when it is there: delete them after a change of ranking or features.
 */
export async function judgeTrainingSets(
  part: Part,
  step: number,
  folder?: string,
): Promise<JudgedQuestion[]> {
  const judged: JudgedQuestion[] = [];
  for (const set of TRAINING_SETS) {
    const name = `${part}-${set.name}-${step}.jsonl`.replaceAll(' ', '-');
    const file = folder === undefined ? undefined : path.join(folder, name);
    const kept = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    const ofSet =
      kept === undefined
        ? await judgeSet(set, part, step)
        : kept.split('\n').map((line) => JSON.parse(line) as JudgedQuestion);
    if (file !== undefined && kept === undefined)
      writeFileSync(file, ofSet.map((each) => JSON.stringify(each)).join('\n'));
    // The weight is not kept, so that another one needs no new answers.
    judged.push(...ofSet.map((each) => ({ ...each, setWeight: set.weight })));
  }
  return judged;
}

async function judgeSet(
  { name, weight, read }: TrainingSet,
  part: Part,
  step: number,
): Promise<JudgedQuestion[]> {
  const datasets = (await read(part)).map((dataset) => sampleQuestions(dataset, step));
  const isLearnt = part === 'tuned' && CONTRACTS.test(name);
  const answers = isLearnt ? judgeUnseenClauses(datasets) : datasets.flatMap(judgeAnswers);
  return answers.map(({ text, isAnswered, isPresent, evidence }) => ({
    set: name,
    setWeight: weight,
    question: text,
    ...(evidence && { features: evidence.map((value) => Number(value.toPrecision(DIGITS))) }),
    isRight: isAnswered,
    isPresent,
  }));
}

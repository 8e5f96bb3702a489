import { readFileSync } from 'node:fs';
import { discriminativeTerms } from '../analysis/stop-words.ts';
import { looksLikeName } from '../ranking/document-names.ts';
import { CLAUSE_QUESTIONS } from './clause-questions.ts';
import { dotProduct, unitVectorOf, vectorOf } from './compare-meaning.ts';

/**
 * Written by `bench/search/train-clause-kinds.ts`: on each line a kind, its commonness, bias and scale, and a row of 8-bit
 * numbers as Base64.
 */
const FILE = '#server/engines/search/meaning/clause-kinds.txt';
/** Similarity of a question to a known one from which it asks for the same kind of clause, and that of one or two words. */
const [MIN_SIMILARITY, MIN_SHORT_SIMILARITY] = [0.62, 0.8];
/** Limits the logarithm of a likelihood, which few examples do not bear out. */
const MAX_SCORE = 20;
/** Words from which what follows a clause that names the document is a question. */
const MIN_WORDS = 1;
/** Words from which a question without its names says enough. */
const MIN_OTHER_WORDS = 3;

/** Weights that tell a kind of clause from the other passages of contracts. */
export interface ClauseModel {
  kind: string;
  /** Logarithm of the odds that a contract has such a clause. */
  commonness: number;
  bias: number;
  weights: Float32Array;
}

/** A kind of clause that a question asks for. */
interface AskedClause {
  commonness: number;
  /** Returns how much a word speaks for such a clause, or against it. */
  weighWord(word: string): number;
  /**
   * Returns the logarithm of how much likelier a passage with these words is such a clause than another passage of a contract.
   */
  scoreWords(words: readonly string[]): number;
}

/** Finds the kind of clause that a question asks for, if it does and the kind has been learnt. */
export function findAskedClause(question: string): AskedClause | undefined {
  const kind = findClauseKind(question);
  const model = kind === undefined ? undefined : (replaced ?? loadModels()).get(kind);
  if (model === undefined) return undefined;
  const { commonness, bias, weights } = model;
  return {
    commonness,
    weighWord: (word) => dotProduct(weights, vectorOf([word])),
    scoreWords: (words) => {
      const vector = unitVectorOf(words);
      const score = vector === undefined ? -MAX_SCORE : bias + dotProduct(weights, vector);
      return Math.max(-MAX_SCORE, Math.min(MAX_SCORE, score));
    },
  };
}

/** Returns the name of the kind whose questions are closest in meaning, if they are close. */
export function findClauseKind(question: string): string | undefined {
  let [best, similarity]: [string | undefined, number] = [undefined, 0];
  for (const words of variantsOf(question)) {
    const asked = unitVectorOf(words);
    const least = words.length < MIN_OTHER_WORDS ? MIN_SHORT_SIMILARITY : MIN_SIMILARITY;
    for (const { kind, vectors } of asked === undefined ? [] : loadQuestions())
      for (const vector of vectors) {
        const found = asked === undefined ? 0 : dotProduct(asked, vector);
        if (found > Math.max(least, similarity)) [best, similarity] = [kind, found];
      }
  }
  return best;
}

/** Lists the words of a question behind a clause that names the document, and those that are no names. */
function variantsOf(question: string): string[][] {
  const part =
    question.split(/[;:]\s/).findLast((each) => discriminativeTerms(each).length >= MIN_WORDS) ?? '';
  const firstLetter = part.search(/\p{L}/u);
  const terms = discriminativeTerms(part);
  const others = terms.filter((term) => !looksLikeName(part, term, firstLetter));
  const variants = others.length < MIN_OTHER_WORDS ? [terms] : [terms, others];
  return variants.map((words) => words.map(({ text }) => text));
}

let questions: { kind: string; vectors: Float32Array[] }[] | undefined;

function loadQuestions() {
  questions ??= CLAUSE_QUESTIONS.map(({ kind, questions }) => ({
    kind,
    vectors: questions.flatMap((question) => {
      const words = discriminativeTerms(question).map(({ text }) => text);
      return unitVectorOf(words) ?? [];
    }),
  }));
  return questions;
}

type ClauseModels = ReadonlyMap<string, ClauseModel>;
let loaded: ClauseModels | undefined;
let replaced: ClauseModels | undefined;

function loadModels(): ClauseModels {
  loaded ??= new Map(
    readFileSync(new URL(import.meta.resolve(FILE)), 'utf8')
      .trim()
      .split('\n')
      .map((line) => {
        const [kind = '', commonness, bias, scale, row = ''] = line.split(' ');
        const numbers = new Int8Array(Buffer.from(row, 'base64'));
        const weights = Float32Array.from(numbers, (number) => number * Number(scale));
        return [kind, { kind, commonness: Number(commonness), bias: Number(bias), weights }];
      }),
  );
  return loaded;
}

/** Uses other models, those of a training that has not seen a contract; without any the built-in ones. */
export function replaceClauseModels(models?: readonly ClauseModel[]): void {
  replaced = models && new Map(models.map((model) => [model.kind, model]));
}

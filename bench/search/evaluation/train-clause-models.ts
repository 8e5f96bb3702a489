import { type ClauseModel, findClauseKind } from '#server/engines/search/meaning/clause-kinds.ts';
import { dotProduct, MAX_WORDS, unitVectorOf } from '#server/engines/search/meaning/compare-meaning.ts';
import { contentWordsOf } from '#server/engines/search/meaning/content-words.ts';
import type { Dataset } from '../datasets/datasets.ts';
import { buildIndex } from './index-dataset.ts';
import { invertMatrix } from './invert-matrix.ts';

/** Share of the average variance that is added to that of each dimension, because there are few clauses of a kind. */
const SHRINKAGE = 0.3;
/** Kinds with fewer passages are not learnt. */
const MIN_PASSAGES = 3;
/** A passage is a clause's when half of either is in both. */
const MIN_SHARE = 0.5;

/** A contract's passages, as vectors, with the kinds of clauses that each contains, and the kinds that were asked for. */
interface ReadContract {
  passages: { vector: Float32Array; kinds: ReadonlySet<string> }[];
  /** True for a kind that the contract has. */
  asked: ReadonlyMap<string, boolean>;
}

/** Reads a dataset of a single contract. */
export function readClauses(dataset: Dataset): ReadContract {
  const { index, chunks } = buildIndex(dataset);
  const asked = dataset.questions.flatMap(({ text, spans }) => {
    const kind = findClauseKind(text);
    return kind === undefined ? [] : [{ kind, spans }];
  });
  const passages = chunks.flatMap(({ start, end }, chunk) => {
    const vector = unitVectorOf(index.vocabulary.textsOf(contentWordsOf(index, chunk), MAX_WORDS));
    const isClause = (span: { start: number; end: number }) =>
      Math.min(end, span.end) - Math.max(start, span.start) >
      MIN_SHARE * Math.min(end - start, span.end - span.start);
    const kinds = new Set(asked.flatMap(({ kind, spans }) => (spans.some(isClause) ? [kind] : [])));
    return vector === undefined ? [] : [{ vector, kinds }];
  });
  return { passages, asked: new Map(asked.map(({ kind, spans }) => [kind, spans.length > 0])) };
}

/** Trains linear discriminants: the average of a kind's passages against that of all, with one covariance for all kinds. */
export function trainClauseModels(collections: readonly (readonly ReadContract[])[]): ClauseModel[] {
  const means = collections.map((contracts) => average(contracts.flatMap(vectorsOf)));
  const inverse = invertMatrix(
    covarianceOf(
      collections.flatMap((contracts, at) =>
        contracts.flatMap(vectorsOf).map((vector) => subtract(vector, means[at] ?? vector)),
      ),
    ),
  );
  return collections.flatMap((contracts, at) => {
    const kinds = new Set(contracts.flatMap(({ asked }) => [...asked.keys()]));
    return [...kinds].flatMap((kind) => trainKind(kind, contracts, means[at] ?? new Float32Array(), inverse));
  });
}

const vectorsOf = ({ passages }: ReadContract): Float32Array[] => passages.map(({ vector }) => vector);

function trainKind(
  kind: string,
  contracts: readonly ReadContract[],
  mean: Float32Array,
  inverse: readonly Float32Array[],
): ClauseModel[] {
  const own = contracts.flatMap(({ passages }) =>
    passages.flatMap(({ vector, kinds }) => (kinds.has(kind) ? [vector] : [])),
  );
  if (own.length < MIN_PASSAGES) return [];
  const center = average(own);
  const difference = subtract(center, mean);
  const weights = Float32Array.from(inverse, (row) => dotProduct(row, difference));
  const bias = -(dotProduct(weights, center) + dotProduct(weights, mean)) / 2;
  const asked = contracts.flatMap(({ asked }) => asked.get(kind) ?? []);
  const present = asked.filter(Boolean).length;
  const commonness = Math.log((present + 1) / (asked.length - present + 1));
  return [{ kind, commonness, bias, weights }];
}

function average(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (const [at, value] of vector.entries()) sum[at] = (sum[at] ?? 0) + value;
  return sum.map((value) => value / vectors.length);
}

const subtract = (left: Float32Array, right: Float32Array): Float32Array =>
  left.map((value, at) => value - (right[at] ?? 0));

/** Returns the covariance of centered vectors, with a share of the average variance added to the diagonal. */
function covarianceOf(vectors: readonly Float32Array[]): Float32Array[] {
  const size = vectors[0]?.length ?? 0;
  const rows = Array.from({ length: size }, () => new Float32Array(size));
  for (const vector of vectors)
    for (const [at, row] of rows.entries()) {
      const value = (vector[at] ?? 0) / vectors.length;
      for (let column = 0; column < size; column++)
        row[column] = (row[column] ?? 0) + value * (vector[column] ?? 0);
    }
  const variance = rows.reduce((sum, row, at) => sum + (row[at] ?? 0), 0) / size;
  return rows.map((row, at) =>
    row.map((value, column) => (1 - SHRINKAGE) * value + (column === at ? SHRINKAGE * variance : 0)),
  );
}

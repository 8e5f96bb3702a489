import { type FieldReader, frequencyOf, lowerBound, unitOf } from '../storage/indexed-field.ts';

export interface WeightedTerm {
  /** Numbers of the word's stems, which count as one term. */
  stems: readonly number[];
  weight: number;
  /** Units that the term counts in; absent for all. */
  only?: TermScope;
}

/** 1 for each document, and each passage, that is meant, by its unit. */
interface UnitMasks {
  documents: Uint8Array;
  chunks: Uint8Array;
}

/**
 * Weight of the parts of a code, and of function words of languages other than English, whose lists are too broad to drop them.
 */
export const REDUCED_WEIGHT = 0.3;

/** Folders, and the units of their permitted documents. */
export interface TermScope extends UnitMasks {
  folderIds: readonly number[];
}

/** The units from `from` up to but not including `to` for which `visible` is 1. */
export interface UnitRange {
  from: number;
  to: number;
  visible: Uint8Array;
  kind: keyof UnitMasks;
}

/** Parameters of BM25. `B` applies to passage windows; indexed fields have their own. */
const [K1, B] = [1.5, 0.6];

/** Returns the inverse document frequency of BM25, never negative; `holders` of `count` units contain the term. */
export const inverseDocumentFrequency = (count: number, holders: number): number =>
  Math.log(1 + (count - holders + 0.5) / (holders + 0.5));

/** Returns the length normalization of BM25: the frequency at which a term's weight is half of its maximum. */
export const lengthNorm = (length: number, averageLength: number): number =>
  K1 * (1 - B + (B * length) / averageLength);

/**
 * Scores units by BM25F: the fields' weighted, length-normalized frequencies are added before they saturate. Everything
 * that is counted (units, averages, holders of a term) is counted within the range, so that a score reveals nothing
 * about hidden units. Returns the scores by unit, from `from` on; 0 for a unit without any of the terms.
 */
export function bm25f(
  fields: readonly FieldReader[],
  terms: readonly WeightedTerm[],
  range: UnitRange,
): Float32Array {
  const { from, to, visible, kind } = range;
  const scores = new Float32Array(Math.max(to - from, 0));
  const { units, totalLengths } = measureFields(fields, range);
  const frequencies = new Float32Array(scores.length);
  const touched = new Uint32Array(scores.length);
  for (const { stems, weight, only } of terms) {
    let holders = 0;
    // A term's own units are visible ones.
    const counted = only?.[kind] ?? visible;
    for (const [index, field] of fields.entries()) {
      const { b, weight: fieldWeight, lengths } = field;
      // Computed once per field: the loop below runs for every posting.
      const [minNorm, normPerWord] = [1 - b, (b * units) / (totalLengths[index] ?? 0)];
      for (const stem of stems) {
        const postings = field.postingsOf(stem);
        for (let next = lowerBound(postings, from); next < postings.length; next++) {
          const posting = postings[next] ?? 0;
          const unit = unitOf(posting);
          if (unit >= to) break;
          if (counted[unit] !== 1) continue;
          const slot = unit - from;
          const before = frequencies[slot] ?? 0;
          if (before === 0) touched[holders++] = slot;
          const norm = minNorm + normPerWord * (lengths[unit] ?? 0);
          frequencies[slot] = before + (fieldWeight * frequencyOf(posting)) / norm;
        }
      }
    }
    const idf = weight * inverseDocumentFrequency(units, holders);
    for (let index = 0; index < holders; index++) {
      const slot = touched[index] ?? 0;
      const frequency = frequencies[slot] ?? 0;
      scores[slot] = (scores[slot] ?? 0) + (idf * frequency) / (K1 + frequency);
      frequencies[slot] = 0;
    }
  }
  return scores;
}

/** Counts the visible units, and the terms that each field has in them. */
function measureFields(fields: readonly FieldReader[], { from, to, visible }: UnitRange) {
  let units = 0;
  for (let unit = from; unit < to; unit++) if (visible[unit] === 1) units++;
  const totalLengths = fields.map(({ lengths }) => {
    let total = 0;
    for (let unit = from; unit < to; unit++) if (visible[unit] === 1) total += lengths[unit] ?? 0;
    return total;
  });
  return { units, totalLengths };
}

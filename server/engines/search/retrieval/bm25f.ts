import { frequencyOf, type IndexedField, lowerBound, unitOf } from '../storage/indexed-field.ts';

export interface WeightedTerm {
  /** The numbers of the word's stems, which count as one. */
  stems: readonly number[];
  weight: number;
}

/** The units from `from` up to but not including `to`, as far as `visible` is 1 for them. */
export interface UnitRange {
  from: number;
  to: number;
  visible: Uint8Array;
}

const K1 = 1.5;

/**
 * BM25F: the fields' weighted, length-normalised frequencies are added before they saturate. Everything that is counted
 * (units, averages, how many hold a term) is counted in the scope alone, so a score tells nothing about what lies
 * outside it. The result is by unit, counted from `from`; 0 is a unit without any of the terms.
 */
export function bm25f(
  fields: readonly IndexedField[],
  terms: readonly WeightedTerm[],
  scope: UnitRange,
): Float32Array {
  const { from, to, visible } = scope;
  const scores = new Float32Array(Math.max(to - from, 0));
  let units = 0;
  const lengths = fields.map(() => 0);
  for (let unit = from; unit < to; unit++) {
    if (visible[unit] !== 1) continue;
    units++;
    for (let at = 0; at < fields.length; at++)
      lengths[at] = (lengths[at] ?? 0) + (fields[at]?.lengths[unit] ?? 0);
  }
  const frequencies = new Float32Array(scores.length);
  const touched = new Uint32Array(scores.length);
  for (const { stems, weight } of terms) {
    let holders = 0;
    for (const [at, field] of fields.entries()) {
      const { b, weight: ofField, lengths: lengthOf } = field;
      // For each posting of a hundred thousand: what can be counted before is.
      const [shortest, perWord] = [1 - b, (b * units) / (lengths[at] ?? 0)];
      for (const stem of stems) {
        const postings = field.postingsOf(stem);
        for (let next = lowerBound(postings, from); next < postings.length; next++) {
          const posting = postings[next] ?? 0;
          const unit = unitOf(posting);
          if (unit >= to) break;
          if (visible[unit] !== 1) continue;
          const slot = unit - from;
          const before = frequencies[slot] ?? 0;
          if (before === 0) touched[holders++] = slot;
          const norm = shortest + perWord * (lengthOf[unit] ?? 0);
          frequencies[slot] = before + (ofField * frequencyOf(posting)) / norm;
        }
      }
    }
    const idf = weight * Math.log(1 + (units - holders + 0.5) / (holders + 0.5));
    for (let at = 0; at < holders; at++) {
      const slot = touched[at] ?? 0;
      const frequency = frequencies[slot] ?? 0;
      scores[slot] = (scores[slot] ?? 0) + (idf * frequency) / (K1 + frequency);
      frequencies[slot] = 0;
    }
  }
  return scores;
}

import { type Field, firstFrom } from './field.ts';

export interface WeightedTerm {
  /** The number of the stem. */
  term: number;
  weight: number;
}

/** The units from `from` up to but not including `to`, as far as `visible` is 1 for them. */
export interface Scope {
  from: number;
  to: number;
  visible: Uint8Array;
}

const k1 = 1.5;

/**
 * BM25F: the fields' weighted, length-normalised frequencies are added before they saturate. Everything that is counted
 * (units, averages, how many hold a term) is counted in the scope alone, so a score tells nothing about what lies
 * outside it. The result is by unit, counted from `from`; 0 is a unit without any of the terms.
 */
export function bm25f(fields: readonly Field[], terms: readonly WeightedTerm[], scope: Scope): Float32Array {
  const { from, to, visible } = scope;
  const scores = new Float32Array(Math.max(to - from, 0));
  let units = 0;
  const lengths = fields.map(() => 0);
  for (let unit = from; unit < to; unit++) {
    if (visible[unit] !== 1) continue;
    units++;
    for (let at = 0; at < fields.length; at++)
      lengths[at] = (lengths[at] ?? 0) + (fields[at]?.lengthOf(unit) ?? 0);
  }
  const frequencies = new Float32Array(scores.length);
  for (const { term, weight } of terms) {
    const touched: number[] = [];
    for (const [at, field] of fields.entries()) {
      const average = (lengths[at] ?? 0) / units;
      const postings = field.postingsOf(term);
      for (let next = firstFrom(postings, from); next < postings.length; next++) {
        const posting = postings[next] ?? 0;
        const unit = Math.floor(posting / 256);
        if (unit >= to) break;
        if (visible[unit] !== 1) continue;
        const slot = unit - from;
        const before = frequencies[slot] ?? 0;
        if (before === 0) touched.push(slot);
        const norm = 1 - field.b + (field.b * field.lengthOf(unit)) / average;
        frequencies[slot] = before + (field.weight * (posting % 256)) / norm;
      }
    }
    const idf = weight * Math.log(1 + (units - touched.length + 0.5) / (touched.length + 0.5));
    for (const slot of touched) {
      const frequency = frequencies[slot] ?? 0;
      scores[slot] = (scores[slot] ?? 0) + (idf * frequency) / (k1 + frequency);
      frequencies[slot] = 0;
    }
  }
  return scores;
}

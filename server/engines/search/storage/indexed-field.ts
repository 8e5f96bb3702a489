import { PostingLists } from './arrays/posting-lists.ts';

/** The part of a field that rankings read. */
export type FieldReader = Pick<IndexedField, 'weight' | 'b' | 'lengths' | 'postingsOf' | 'has'>;

/** Returns the stored postings of a term. */
type ReadStored = (term: number) => Uint32Array;

/** Term frequencies per unit (a chunk or a document, by its number) for one field, such as the body. */
export class IndexedField {
  readonly weight: number;
  /** The `b` of BM25: length normalization from 0 (none) to 1 (full). */
  readonly b: number;
  /** Number of terms of each unit, by the unit's number. */
  readonly lengths: number[] = [];
  // By term, ascending by unit. A posting is `unit * 256 + frequency`, which fits into 32 bits up to 16 million units.
  readonly #postings = new PostingLists();
  readonly #stored: ReadStored | undefined;
  /** 1 for each term whose stored postings were read. */
  #areRead = new Uint8Array(1024);

  /** The units of stored postings come before those of all others. */
  constructor(weight: number, b: number, stored?: ReadStored) {
    this.weight = weight;
    this.b = b;
    this.#stored = stored;
  }

  /** Adds the terms of a unit; units come in ascending order. */
  add(unit: number, terms: readonly number[]): void {
    this.lengths[unit] = terms.length;
    for (const term of countTerms(terms)) this.#postings.push(term, unit * 256 + takeFrequency(term));
  }

  /** Takes away the room between the postings, after most of them were added. */
  compact(): void {
    this.#postings.compact();
  }

  /** Replaces the terms of a unit that was added before. Takes a step for each posting behind the unit's own. */
  replace(unit: number, previous: readonly number[], terms: readonly number[]): void {
    for (const term of new Set(previous)) {
      const postings = this.postingsOf(term);
      const place = lowerBound(postings, unit);
      if (unitOf(postings[place] ?? -1) === unit) this.#postings.removeAt(term, place);
    }
    this.lengths[unit] = terms.length;
    for (const term of countTerms(terms))
      this.#postings.insert(term, lowerBound(this.postingsOf(term), unit), unit * 256 + takeFrequency(term));
  }

  /** Shares among the missing units of a range what the others leave of its terms, of which there are `total`. */
  fill(missing: readonly number[], { from, to }: { from: number; to: number }, total: number): void {
    for (const unit of missing) this.lengths[unit] = 0;
    const known = this.lengths.slice(from, to).reduce((sum, length) => sum + length, 0);
    for (const unit of missing) this.lengths[unit] = Math.max(0, total - known) / missing.length;
  }

  /**
   * Returns the term's postings as they are now; valid until the next change, and until another term of this field is read first.
   */
  postingsOf(term: number): Uint32Array {
    if (this.#areRead[term] !== 1) this.#readStored(term);
    return this.#postings.listOf(term);
  }

  countPostings(term: number): number {
    return this.postingsOf(term).length;
  }

  #readStored(term: number): void {
    if (this.#stored === undefined || term < 0) return;
    if (term >= this.#areRead.length) {
      const larger = new Uint8Array(Math.max(term + 1, this.#areRead.length * 2));
      larger.set(this.#areRead);
      this.#areRead = larger;
    }
    this.#areRead[term] = 1;
    this.#postings.prepend(term, this.#stored(term));
  }

  has(term: number, unit: number): boolean {
    return this.hasBetween(term, unit, unit + 1);
  }

  /**
   * Returns whether a unit from `from` up to but not including `to` has the term. Ranking asks ten thousands of times, for which
   * no view of the postings is made.
   */
  hasBetween(term: number, from: number, to: number): boolean {
    if (this.#areRead[term] !== 1) this.#readStored(term);
    return this.#postings.hasBetween(term, from * 256, to * 256);
  }
}

export const MAX_FREQUENCY = 255;

/** Frequencies of the terms of the unit that is being added, by term; all 0 between two units. */
let frequencies = new Uint8Array(1024);

/** Returns each of the terms once, in the order of their first occurrence; `takeFrequency` must be called for each. */
function countTerms(terms: readonly number[]): number[] {
  const distinct: number[] = [];
  for (const term of terms) {
    if (term >= frequencies.length) {
      const larger = new Uint8Array(Math.max(term + 1, frequencies.length * 2));
      larger.set(frequencies);
      frequencies = larger;
    }
    const frequency = frequencies[term] ?? 0;
    if (frequency === 0) distinct.push(term);
    if (frequency < MAX_FREQUENCY) frequencies[term] = frequency + 1;
  }
  return distinct;
}

function takeFrequency(term: number): number {
  const frequency = frequencies[term] ?? 0;
  frequencies[term] = 0;
  return frequency;
}

export const unitOf = (posting: number): number => posting >>> 8;

/** Returns the term's frequency in the unit; 255 stands for 255 or more. */
export const frequencyOf = (posting: number): number => posting & 255;

/** Returns the index of the first posting of `unit` or a later one. */
export function lowerBound(postings: ArrayLike<number>, unit: number): number {
  let low = 0;
  let high = postings.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((postings[middle] ?? 0) < unit * 256) low = middle + 1;
    else high = middle;
  }
  return low;
}

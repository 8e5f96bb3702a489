/** Which unit (a chunk or a document, by its number) holds which term how often, for one field such as the body. */
export class IndexedField {
  readonly weight: number;
  /** How much a long field counts less than a short one, 0 to 1: the b of BM25. */
  readonly b: number;
  /** How many terms each unit has, by its number. */
  readonly lengths: number[] = [];
  // By term, ascending by unit: a unit and how often it holds the term are one number. Beyond 8 million units it takes twice the room, and beyond 16 there is none.
  readonly #postings: (number[] | undefined)[] = [];

  constructor(weight: number, b: number) {
    this.weight = weight;
    this.b = b;
  }

  /** Cheapest when units come in ascending order, as they do but for a renamed document. */
  add(unit: number, terms: readonly number[]): void {
    this.lengths[unit] = terms.length;
    const times = new Map<number, number>();
    for (const term of terms) times.set(term, (times.get(term) ?? 0) + 1);
    for (const [term, count] of times) {
      const posting = unit * 256 + Math.min(count, 255);
      const postings = this.#postings[term];
      if (postings === undefined) this.#postings[term] = [posting];
      else if ((postings.at(-1) ?? 0) < posting) postings.push(posting);
      else postings.splice(lowerBound(postings, unit), 0, posting);
    }
  }

  /** Takes back what was added for the unit; `terms` are the same as then. */
  remove(unit: number, terms: readonly number[]): void {
    for (const term of new Set(terms)) {
      const postings = this.#postings[term];
      if (postings !== undefined && this.has(term, unit)) postings.splice(lowerBound(postings, unit), 1);
    }
    this.lengths[unit] = 0;
  }

  postingsOf(term: number): readonly number[] {
    return this.#postings[term] ?? [];
  }

  has(term: number, unit: number): boolean {
    const postings = this.postingsOf(term);
    const posting = postings[lowerBound(postings, unit)];
    return posting !== undefined && unitOf(posting) === unit;
  }
}

/** Which unit a posting tells of. */
export const unitOf = (posting: number): number => posting >>> 8;

/** How often that unit holds the term: 255 is as often or more often. */
export const frequencyOf = (posting: number): number => posting & 255;

/** Where the postings of `unit` or a later one begin. */
export function lowerBound(postings: readonly number[], unit: number): number {
  let low = 0;
  let high = postings.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((postings[middle] ?? 0) < unit * 256) low = middle + 1;
    else high = middle;
  }
  return low;
}

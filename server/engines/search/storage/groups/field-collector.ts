import { type IndexedField, MAX_FREQUENCY } from '../indexed-field.ts';

const FIRST_POSTINGS = 1 << 12;

/**
 * Collects the postings of a field for a group of documents, and adds those of each term at once: one after another they would be written
 * to places all over the memory of a large index.
 */
export class FieldCollector {
  readonly #field: IndexedField;
  /** Frequencies in the unit that is being counted, by the place of the term; all 0 between two units. */
  #frequencies = new Uint8Array();
  #distinct = new Uint32Array();
  #distinctCount = 0;
  #length = 0;
  #terms = new Uint32Array(FIRST_POSTINGS);
  #postings = new Uint32Array(FIRST_POSTINGS);
  #sorted = new Uint32Array(FIRST_POSTINGS);
  #count = 0;

  constructor(field: IndexedField) {
    this.#field = field;
  }

  /** Begins a group with at most so many terms. */
  begin(maxTerms: number): void {
    this.#count = 0;
    if (maxTerms <= this.#frequencies.length) return;
    this.#frequencies = new Uint8Array(maxTerms);
    this.#distinct = new Uint32Array(maxTerms);
  }

  /** Counts a term, given by its place in the group, for the unit that `finish` names. */
  count(term: number): void {
    const frequency = this.#frequencies[term] ?? 0;
    if (frequency === 0) this.#distinct[this.#distinctCount++] = term;
    if (frequency < MAX_FREQUENCY) this.#frequencies[term] = frequency + 1;
    this.#length += 1;
  }

  /** Ends a unit, and returns the number of its terms; units come in ascending order. */
  finish(unit: number): number {
    if (this.#count + this.#distinctCount > this.#terms.length) this.#enlarge();
    for (let nth = 0; nth < this.#distinctCount; nth += 1) {
      const term = this.#distinct[nth] ?? 0;
      this.#terms[this.#count] = term;
      this.#postings[this.#count++] = unit * 256 + (this.#frequencies[term] ?? 0);
      this.#frequencies[term] = 0;
    }
    const length = this.#length;
    this.#field.lengths[unit] = length;
    this.#distinctCount = 0;
    this.#length = 0;
    return length;
  }

  /** Adds all that was collected to the field, of which `terms` are the numbers of the terms by their places. */
  addTo(terms: readonly number[]): void {
    // Sorts by counting, which keeps the order of the units.
    const ends = new Uint32Array(terms.length + 1);
    for (let nth = 0; nth < this.#count; nth += 1) {
      const next = (this.#terms[nth] ?? 0) + 1;
      ends[next] = (ends[next] ?? 0) + 1;
    }
    for (let place = 1; place < ends.length; place += 1)
      ends[place] = (ends[place] ?? 0) + (ends[place - 1] ?? 0);
    const sorted = this.#sorted;
    for (let nth = 0; nth < this.#count; nth += 1) {
      const place = this.#terms[nth] ?? 0;
      const at = ends[place] ?? 0;
      sorted[at] = this.#postings[nth] ?? 0;
      ends[place] = at + 1;
    }
    let from = 0;
    for (const [place, term] of terms.entries()) {
      const to = ends[place] ?? 0;
      if (to > from) this.#field.append(term, sorted, from, to);
      from = to;
    }
  }

  #enlarge(): void {
    const length = Math.max(this.#count + this.#distinctCount, this.#terms.length * 2);
    const [terms, postings] = [new Uint32Array(length), new Uint32Array(length)];
    terms.set(this.#terms);
    postings.set(this.#postings);
    [this.#terms, this.#postings, this.#sorted] = [terms, postings, new Uint32Array(length)];
  }
}

import { type FieldReader, frequencyOf, IndexedField, MAX_FREQUENCY, unitOf } from './indexed-field.ts';

/**
 * The texts of documents as a field. A document has the terms of its passages, so that its postings are made of theirs when they
 * are asked for: to keep them would take nearly as much memory again.
 */
export class DocumentTexts implements FieldReader {
  readonly weight = 1;
  readonly b = 0.6;
  readonly lengths: number[] = [];
  readonly #passages: IndexedField;
  /** The document of each passage, by their units; ascending. */
  readonly #documentOfPassage: ArrayLike<number>;
  /** Terms of passages that are not loaded. */
  readonly #further = new IndexedField(1, 0.6);
  #made = new Uint32Array(1024);

  constructor(passages: IndexedField, documentOfPassage: ArrayLike<number>) {
    this.#passages = passages;
    this.#documentOfPassage = documentOfPassage;
  }

  /** Adds a document whose passages are added: the number of its terms, and those that its other passages have. */
  add(unit: number, length: number, further: readonly number[]): void {
    this.lengths[unit] = length;
    if (further.length > 0) this.#further.add(unit, further);
  }

  /** Returns the term's postings, ascending by document; valid until the next call. */
  postingsOf(term: number): Uint32Array {
    const postings = this.#passages.postingsOf(term);
    if (postings.length > this.#made.length) this.#made = new Uint32Array(postings.length * 2);
    const made = this.#made;
    let [count, document, frequency] = [0, -1, 0];
    for (let at = 0; at < postings.length; at += 1) {
      const posting = postings[at] ?? 0;
      const next = this.#documentOf(posting);
      if (next !== document) {
        if (frequency > 0) made[count++] = document * 256 + frequency;
        [document, frequency] = [next, 0];
      }
      frequency = Math.min(frequency + frequencyOf(posting), MAX_FREQUENCY);
    }
    if (frequency > 0) made[count++] = document * 256 + frequency;
    const further = this.#further.postingsOf(term);
    return further.length === 0 ? made.subarray(0, count) : merge(made.subarray(0, count), further);
  }

  has(term: number, unit: number): boolean {
    const from = this.#firstPassageFrom(unit);
    const to = this.#firstPassageFrom(unit + 1);
    return (to > from && this.#passages.hasBetween(term, from, to)) || this.#further.has(term, unit);
  }

  /** Returns the first passage of the document, or of a later one. */
  #firstPassageFrom(unit: number): number {
    let low = 0;
    let high = this.#documentOfPassage.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#documentOfPassage[middle] ?? 0) < unit) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #documentOf(posting: number): number {
    return this.#documentOfPassage[unitOf(posting)] ?? -1;
  }
}

/** Adds the frequencies of two lists of postings. */
function merge(one: Uint32Array, other: Uint32Array): Uint32Array {
  const frequencies = new Map<number, number>();
  for (const posting of [...one, ...other]) {
    const unit = unitOf(posting);
    const frequency = (frequencies.get(unit) ?? 0) + frequencyOf(posting);
    frequencies.set(unit, Math.min(frequency, MAX_FREQUENCY));
  }
  const merged = Array.from(frequencies, ([unit, frequency]) => unit * 256 + frequency);
  return Uint32Array.from(merged).sort();
}

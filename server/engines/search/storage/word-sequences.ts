/** A phrase as a list of words, each given by its numbers in all languages. */
export type Phrase = readonly (readonly number[])[];

/** Returns whether `words` contain the phrase between `from` and `to`. */
export function containsPhrase(words: ArrayLike<number>, phrase: Phrase, from: number, to: number): boolean {
  for (let start = from; start <= to - phrase.length; start++) {
    if (phrase.every((numbers, offset) => numbers.includes(words[start + offset] ?? PASSAGE_END)))
      return true;
  }
  return false;
}

/** Separates passages; no word has this number, so no phrase spans two passages. */
export const PASSAGE_END = 0xffffffff;

/** The words of each unit in order, packed, for matching phrases. Units are added in ascending order from 0. */
export class WordSequences {
  #words = new Uint32Array(1024);
  readonly #ends: number[] = [];

  /** Makes room for so many words in all. */
  reserve(words: number): void {
    if (words <= this.#words.length) return;
    const larger = new Uint32Array(words);
    larger.set(this.#words);
    this.#words = larger;
  }

  /** Adds a unit of two texts, which no phrase spans. */
  add(body: ArrayLike<number>, headings: ArrayLike<number>): void {
    const start = this.#ends.at(-1) ?? 0;
    const separator = start + body.length;
    const end = separator + 1 + headings.length;
    if (end > this.#words.length) this.reserve(Math.max(end, this.#words.length * 2));
    this.#words.set(body, start);
    this.#words[separator] = PASSAGE_END;
    this.#words.set(headings, separator + 1);
    this.#ends.push(end);
  }

  wordsOf(unit: number): Uint32Array {
    return this.#words.subarray(unit === 0 ? 0 : (this.#ends[unit - 1] ?? 0), this.#ends[unit] ?? 0);
  }

  contains(unit: number, phrase: Phrase): boolean {
    const start = unit === 0 ? 0 : (this.#ends[unit - 1] ?? 0);
    return containsPhrase(this.#words, phrase, start, this.#ends[unit] ?? 0);
  }
}

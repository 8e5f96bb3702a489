/** A phrase: of each of its words all the numbers that it goes by. */
export type Phrase = readonly (readonly number[])[];

/** Whether `phrase` stands in `words` somewhere from `from` up to `to`. */
export function containsPhrase(words: ArrayLike<number>, phrase: Phrase, from: number, to: number): boolean {
  for (let at = from; at <= to - phrase.length; at++) {
    if (phrase.every((numbers, offset) => numbers.includes(words[at + offset] ?? PASSAGE_END))) return true;
  }
  return false;
}

/** No word has this number, so no phrase runs from one passage into the next. */
export const PASSAGE_END = 0xffffffff;

/** The words of each unit in their order, for quoted phrases, packed. Units are added in ascending order from 0. */
export class WordSequences {
  #words = new Uint32Array(1024);
  readonly #ends: number[] = [];

  add(words: readonly number[]): void {
    const start = this.#ends.at(-1) ?? 0;
    const end = start + words.length;
    if (end > this.#words.length) {
      const larger = new Uint32Array(Math.max(end, this.#words.length * 2));
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words.set(words, start);
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

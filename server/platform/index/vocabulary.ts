import { stem } from './analyse.ts';

/** Numbers for words as written (exact) and for their stems. */
export class Vocabulary {
  readonly #words = new Map<string, number>();
  readonly #stems = new Map<string, number>();
  readonly #stemOfWord: number[] = [];

  /** The word's number; a new one when it was not known. */
  learn(word: string): number {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const added = this.#words.size;
    const stemmed = stem(word);
    let stemNumber = this.#stems.get(stemmed);
    if (stemNumber === undefined) {
      stemNumber = this.#stems.size;
      this.#stems.set(stemmed, stemNumber);
    }
    this.#words.set(word, added);
    this.#stemOfWord.push(stemNumber);
    return added;
  }

  stemOf(word: number): number {
    return this.#stemOfWord[word] ?? -1;
  }

  findWord(word: string): number | undefined {
    return this.#words.get(word);
  }

  findStem(word: string): number | undefined {
    return this.#stems.get(stem(word));
  }
}

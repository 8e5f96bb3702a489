import { stem } from './analyse.ts';
import { stopWords } from './stop-words.ts';

/** Numbers for words as written (exact) and for their stems. */
export class Vocabulary {
  readonly #words = new Map<string, number>();
  readonly #stems = new Map<string, number>();
  readonly #stemOfWord: number[] = [];
  readonly #texts: string[] = [];
  readonly #stopWords = new Set<number>();

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
    this.#texts.push(word);
    if (stopWords.has(word)) this.#stopWords.add(added);
    return added;
  }

  stemOf(word: number): number {
    return this.#stemOfWord[word] ?? -1;
  }

  textOf(word: number): string {
    return this.#texts[word] ?? '';
  }

  isStopWord(word: number): boolean {
    return this.#stopWords.has(word);
  }

  findWord(word: string): number | undefined {
    return this.#words.get(word);
  }

  /** Every word as written with its number, oldest first. */
  words(): Iterable<[word: string, number: number]> {
    return this.#words;
  }

  findStem(word: string): number | undefined {
    return this.#stems.get(stem(word));
  }

  findStemmed(stemmed: string): number | undefined {
    return this.#stems.get(stemmed);
  }
}

import { readFileSync } from 'node:fs';

/**
 * Written by `bench/search/word-vectors/train.py`, which tells the format. Resolved by name, because the built worker runs from
 * another folder.
 */
const FILE = '#server/engines/search/meaning/word-vectors.bin';
/** Words are cached as the rows of their pieces, so that each is taken apart once. */
const MAX_CACHED_WORDS = 50_000;
const CONTINUATION = '##';
const NONE = new Uint16Array();

/** The vectors of word pieces; a word is the sum of the vectors of its pieces, a text that of its words. */
export class WordVectors {
  readonly dimensions: number;
  readonly #rowOfPiece: ReadonlyMap<string, number>;
  readonly #longestPiece: number;
  readonly #scales: Float32Array;
  readonly #rows: Int8Array;
  readonly #pieces = new Map<string, Uint16Array>();

  constructor(file: Buffer) {
    const [count, dimensions, textLength] = [0, 4, 8].map((offset) => file.readUInt32LE(offset)) as [
      number,
      number,
      number,
    ];
    const texts = file.toString('utf8', 12, 12 + textLength).split('\n');
    const numbers = file.subarray(12 + textLength);
    this.dimensions = dimensions;
    this.#rowOfPiece = new Map(texts.map((text, row) => [text, row]));
    this.#longestPiece = Math.max(...texts.map(({ length }) => length));
    this.#scales = Float32Array.from({ length: count }, (_, row) => numbers.readFloatLE(4 * row));
    this.#rows = new Int8Array(numbers.subarray(4 * count));
  }

  /** Adds the vector of a word, folded as the index folds it; a word with an unknown character adds nothing. */
  addWord(word: string, sum: Float32Array): void {
    const { dimensions } = this;
    const rows = this.#rows;
    for (const row of this.#piecesOf(word)) {
      const scale = this.#scales[row] ?? 0;
      const from = row * dimensions;
      for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + scale * (rows[from + at] ?? 0);
    }
  }

  /** Returns the dot product of a word's vector and another one. */
  multiplyWord(word: string, other: Float32Array): number {
    const { dimensions } = this;
    const rows = this.#rows;
    let product = 0;
    for (const row of this.#piecesOf(word)) {
      const from = row * dimensions;
      let sum = 0;
      for (let at = 0; at < dimensions; at++) sum += (other[at] ?? 0) * (rows[from + at] ?? 0);
      product += (this.#scales[row] ?? 0) * sum;
    }
    return product;
  }

  #piecesOf(word: string): Uint16Array {
    const known = this.#pieces.get(word);
    if (known !== undefined) return known;
    const pieces = this.#split(word);
    if (this.#pieces.size >= MAX_CACHED_WORDS) this.#pieces.clear();
    this.#pieces.set(word, pieces);
    return pieces;
  }

  /** Takes the longest piece at each place, as the model does that the vectors were learnt from. */
  #split(word: string): Uint16Array {
    const rows: number[] = [];
    for (let from = 0; from < word.length; ) {
      const prefix = from === 0 ? '' : CONTINUATION;
      let to = Math.min(word.length, from + this.#longestPiece);
      let row: number | undefined;
      for (; to > from && row === undefined; to--) row = this.#rowOfPiece.get(prefix + word.slice(from, to));
      if (row === undefined) return NONE;
      rows.push(row);
      from = to + 1;
    }
    return Uint16Array.from(rows);
  }
}

let loaded: WordVectors | undefined;

/** Reads the vectors when they are first used: 8 MB that a server without searches does not need. */
export function loadWordVectors(): WordVectors {
  loaded ??= new WordVectors(readFileSync(new URL(import.meta.resolve(FILE))));
  return loaded;
}

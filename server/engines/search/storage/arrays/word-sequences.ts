import { releaseArray } from './release-array.ts';

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

/**
 * A word takes 16 bits: the most frequent ones occur early and have small numbers. One from `LONG` on takes 32, of which the
 * first 16 begin with those of `LONG`. That is enough for 67 million words, many times what the memory of an index holds.
 */
const [LONG, END, MAX_WORD] = [0xfc00, 0xffff, 0x3feffff];

/** Writes words from a place on, and returns the end; PASSAGE_END takes 16 bits too. */
export function packWords(
  words: ArrayLike<number>,
  packed: Uint16Array | Uint32Array,
  start: number,
): number {
  let at = start;
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? 0;
    if (word === PASSAGE_END) packed[at++] = END;
    else {
      if (word > MAX_WORD) throw new RangeError('The index has too many words.');
      if (word >= LONG) packed[at++] = LONG | (word >>> 16);
      packed[at++] = word & 0xffff;
    }
  }
  return at;
}

/** Returns how many places `packWords` needs. */
export function sizeOfPacked(words: ArrayLike<number>): number {
  let size = words.length;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? 0;
    if (word >= LONG && word !== PASSAGE_END) size += 1;
  }
  return size;
}

/** Reads the words between two places, and returns their count. */
export function unpackWords(
  packed: Uint16Array | Uint32Array,
  from: number,
  to: number,
  read: Uint32Array,
): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const first = packed[at] ?? 0;
    if (first < LONG) read[count++] = first;
    else if (first === END) read[count++] = PASSAGE_END;
    else {
      at += 1;
      read[count++] = ((first & ~LONG) << 16) | (packed[at] ?? 0);
    }
  }
  return count;
}

/** The words of each unit in order, packed, for matching phrases. Units are added in ascending order from 0. */
export class WordSequences {
  #packed = new Uint16Array(1024);
  #end = 0;
  readonly #ends: number[] = [];
  /** The words of the unit that is being read. */
  #read = new Uint32Array(1024);

  /** Takes away unused room, apart from an eighth for further words. */
  compact(): void {
    this.#resize(Math.max(1024, this.#end + (this.#end >>> 3)));
  }

  /** Adds a unit of two texts, which no phrase spans. */
  add(body: ArrayLike<number>, headings: ArrayLike<number>): void {
    const most = this.#end + 2 * (body.length + headings.length) + 1;
    if (most > this.#packed.length) this.#resize(Math.max(most, Math.ceil(this.#packed.length * 1.5)));
    this.#end = packWords(body, this.#packed, this.#end);
    this.#packed[this.#end++] = END;
    this.#end = packWords(headings, this.#packed, this.#end);
    this.#ends.push(this.#end);
  }

  /** Returns the words of the unit; the caller may keep them. */
  wordsOf(unit: number): Uint32Array {
    // Counted first, since a longer unit than all before is read into another array.
    const count = this.#unpack(unit);
    return this.#read.slice(0, count);
  }

  contains(unit: number, phrase: Phrase): boolean {
    const count = this.#unpack(unit);
    return containsPhrase(this.#read, phrase, 0, count);
  }

  /** Reads the words of the unit into `#read`, and returns their count. */
  #unpack(unit: number): number {
    const start = unit === 0 ? 0 : (this.#ends[unit - 1] ?? 0);
    const end = this.#ends[unit] ?? 0;
    if (end - start > this.#read.length) this.#read = new Uint32Array((end - start) * 2);
    return unpackWords(this.#packed, start, end, this.#read);
  }

  #resize(length: number): void {
    const packed = new Uint16Array(length);
    packed.set(this.#packed.subarray(0, this.#end));
    releaseArray(this.#packed);
    this.#packed = packed;
  }
}

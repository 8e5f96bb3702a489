const FIRST_SLOTS = 1 << 12;
const FIRST_BYTES = 1 << 14;

/**
 * Numbers words by their UTF-8 bytes, from 0, without making a string of them: an index that is opened looks up a hundred words
 * for each document, and nearly all of them are known.
 */
export class ByteWords {
  #bytes = new Uint8Array(FIRST_BYTES);
  /** The end of each word in the bytes, by its number. */
  #ends = new Uint32Array(FIRST_SLOTS / 2);
  #hashes = new Uint32Array(FIRST_SLOTS / 2);
  #count = 0;
  /** Numbers plus one, at the place that the hash says or behind it; 0 is empty. At most half of them are taken. */
  #slots = new Uint32Array(FIRST_SLOTS);

  /** Returns the number of the word between two places, which is the count of words so far if it is new. */
  numberOf(source: Uint8Array, start: number, end: number): number {
    const hash = hashOf(source, start, end);
    const last = this.#slots.length - 1;
    let slot = hash & last;
    for (;;) {
      const known = (this.#slots[slot] ?? 0) - 1;
      if (known < 0) break;
      if (this.#hashes[known] === hash && this.#isWord(known, source, start, end)) return known;
      slot = (slot + 1) & last;
    }
    this.#slots[slot] = this.#count + 1;
    return this.#append(hash, source.subarray(start, end));
  }

  #isWord(number: number, source: Uint8Array, start: number, end: number): boolean {
    const bytes = this.#bytes;
    const begin = number === 0 ? 0 : (this.#ends[number - 1] ?? 0);
    if ((this.#ends[number] ?? 0) - begin !== end - start) return false;
    for (let at = start; at < end; at += 1) if (bytes[begin + at - start] !== source[at]) return false;
    return true;
  }

  #append(hash: number, word: Uint8Array): number {
    const begin = this.#ends[this.#count - 1] ?? 0;
    const end = begin + word.length;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(word, begin);
    this.#ends[this.#count] = end;
    this.#hashes[this.#count] = hash;
    this.#count += 1;
    if (this.#count === this.#ends.length) this.#double();
    return this.#count - 1;
  }

  #double(): void {
    const [ends, hashes] = [this.#ends, this.#hashes];
    this.#ends = new Uint32Array(ends.length * 2);
    this.#ends.set(ends);
    this.#hashes = new Uint32Array(hashes.length * 2);
    this.#hashes.set(hashes);
    this.#slots = new Uint32Array(this.#slots.length * 2);
    const last = this.#slots.length - 1;
    for (let number = 0; number < this.#count; number += 1) {
      let slot = (this.#hashes[number] ?? 0) & last;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & last;
      this.#slots[slot] = number + 1;
    }
  }
}

/** Hashes the bytes between two places (FNV-1a). */
export function hashOf(source: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (source[at] ?? 0), 0x01000193);
  // Spreads the high bits, which the place in a small table would ignore.
  return (hash ^ (hash >>> 15)) >>> 0;
}

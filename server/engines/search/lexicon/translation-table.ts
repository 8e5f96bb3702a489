import { hashOf } from '../storage/arrays/byte-words.ts';

const [NEWLINE, SPACE] = [10, 32];
/** Meanings that a word is found by, from the first on. */
const FOUND_BY = 2;

/**
 * Reads the lines of a table where they lie: a word, and what it means, with a space between all. Maps of 68,000 words would take
 * seven times the memory, and tens of milliseconds before the first question.
 */
export class TranslationTable {
  readonly #bytes: Buffer;
  /** The start of each line; the last one is where another would begin. */
  readonly #starts: Uint32Array;
  /** Lines plus one, at the place that the hash of the word says or behind it; 0 is empty. */
  readonly #lines: Uint32Array;
  #chains: { readonly first: Uint32Array; readonly next: Uint32Array } | undefined;

  /** The bytes end with a line break; each word has one line. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#starts = listLineStarts(bytes);
    this.#lines = new Uint32Array(sizeFor(this.count));
    for (let line = 0; line < this.count; line += 1) {
      const start = this.#starts[line] ?? 0;
      this.#lines[this.#findLine(bytes, start, this.#endOfWord(start))] = line + 1;
    }
  }

  /** The number of words. */
  get count(): number {
    return this.#starts.length - 1;
  }

  /** Returns what a word means, with spaces between the meanings. */
  meaningsOf(word: string): string | undefined {
    const sought = Buffer.from(word);
    const line = (this.#lines[this.#findLine(sought, 0, sought.length)] ?? 0) - 1;
    return line < 0 ? undefined : this.#meaningsOfLine(line);
  }

  /** Yields each word with its meanings, in the order of the lines. */
  *entries(): Generator<readonly [word: string, meanings: string], void> {
    for (let line = 0; line < this.count; line += 1) yield [this.#wordOf(line), this.#meaningsOfLine(line)];
  }

  /** Lists words with this first meaning, and then those with this second one, each in the order of the lines. */
  wordsOf(meaning: string, most: number): string[] {
    this.#chains ??= this.#chainMeanings();
    const { first, next } = this.#chains;
    const sought = Buffer.from(meaning);
    const words: string[] = [];
    let item = first[this.#findChain(first, sought, 0, sought.length)] ?? 0;
    for (; item > 0 && words.length < most; item = next[item] ?? 0)
      words.push(this.#wordOf((item - 1) % this.count));
    return words;
  }

  /** Chains what lists the same meaning: an item is a line, plus the count of all for its second meaning, plus one. */
  #chainMeanings() {
    const first = new Uint32Array(sizeFor(FOUND_BY * this.count));
    const next = new Uint32Array(FOUND_BY * this.count + 1);
    for (let item = FOUND_BY * this.count; item > 0; item -= 1) {
      const { start, end } = this.#meaningOf(item);
      if (start === end) continue;
      const place = this.#findChain(first, this.#bytes, start, end);
      next[item] = first[place] ?? 0;
      first[place] = item;
    }
    return { first, next };
  }

  #findLine(source: Uint8Array, start: number, end: number): number {
    const last = this.#lines.length - 1;
    for (let place = hashOf(source, start, end) & last; ; place = (place + 1) & last) {
      const line = (this.#lines[place] ?? 0) - 1;
      if (line < 0) return place;
      const from = this.#starts[line] ?? 0;
      if (this.#isText(from, this.#endOfWord(from), source, start, end)) return place;
    }
  }

  #findChain(first: Uint32Array, source: Uint8Array, start: number, end: number): number {
    const last = first.length - 1;
    for (let place = hashOf(source, start, end) & last; ; place = (place + 1) & last) {
      const item = first[place] ?? 0;
      if (item === 0) return place;
      const meaning = this.#meaningOf(item);
      if (this.#isText(meaning.start, meaning.end, source, start, end)) return place;
    }
  }

  #isText(from: number, to: number, source: Uint8Array, start: number, end: number): boolean {
    if (to - from !== end - start) return false;
    for (let at = 0; at < end - start; at += 1)
      if (this.#bytes[from + at] !== source[start + at]) return false;
    return true;
  }

  /** Returns where the meaning of an item lies; an empty place if the line has no second one. */
  #meaningOf(item: number): { start: number; end: number } {
    const line = (item - 1) % this.count;
    let start = this.#endOfWord(this.#starts[line] ?? 0) + 1;
    let end = this.#endOfWord(start);
    if (item > this.count) {
      if (this.#bytes[end] === NEWLINE) return { start: end, end };
      start = end + 1;
      end = this.#endOfWord(start);
    }
    return { start, end };
  }

  #endOfWord(start: number): number {
    let end = start;
    for (let byte = this.#bytes[end]; byte !== SPACE && byte !== NEWLINE && byte !== undefined; )
      byte = this.#bytes[++end];
    return end;
  }

  #wordOf(line: number): string {
    const start = this.#starts[line] ?? 0;
    return this.#bytes.toString('utf8', start, this.#endOfWord(start));
  }

  #meaningsOfLine(line: number): string {
    const start = this.#endOfWord(this.#starts[line] ?? 0) + 1;
    return this.#bytes.toString('utf8', start, (this.#starts[line + 1] ?? 1) - 1);
  }
}

/** Returns a power of two of places of which at least a third stays empty. */
function sizeFor(count: number): number {
  let size = 4;
  while (size < count * 1.5) size *= 2;
  return size;
}

function listLineStarts(bytes: Uint8Array): Uint32Array {
  const starts = [0];
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === NEWLINE) starts.push(at + 1);
  return Uint32Array.from(starts);
}

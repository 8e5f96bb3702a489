import { hashOf } from '../arrays/byte-words.ts';
import { damaged } from '../stored-analysis.ts';
import { asNumbers } from './sections.ts';

/** A text with the number of what it belongs to: the language of a word, or the group of words that share a stem. */
export interface TaggedText {
  readonly text: string;
  readonly tag: number;
}

/** A text as it is looked up in many tables. */
export interface SoughtText {
  readonly bytes: Uint8Array;
  readonly hash: number;
}

/** The sections of a table. */
export const TABLE_SECTIONS = 4;

const MIN_SLOTS = 4;
/** Leaves a third of the slots empty, or more. */
const SLOTS_PER_TEXT = 1.5;
const TAG_FACTOR = 0x9e3779b1;

export function createSoughtText(text: string): SoughtText {
  const bytes = Buffer.from(text);
  return { bytes, hash: hashOf(bytes, 0, bytes.length) };
}

const slotOf = (hash: number, tag: number, last: number): number =>
  (hash + Math.imul(tag, TAG_FACTOR)) & last;

/** Writes distinct texts: their bytes, the end of each, the tag of each, and a hash table of their places. */
export function packTexts(texts: readonly TaggedText[]): ArrayBufferView[] {
  const encoded = texts.map(({ text }) => Buffer.from(text));
  const bytes = Buffer.concat(encoded);
  const ends = new Uint32Array(texts.length);
  let slotCount = MIN_SLOTS;
  while (slotCount < texts.length * SLOTS_PER_TEXT) slotCount *= 2;
  /** Places plus one; 0 is empty. */
  const slots = new Uint32Array(slotCount);
  let start = 0;
  for (const [place, { tag }] of texts.entries()) {
    const end = start + (encoded[place]?.length ?? 0);
    let slot = slotOf(hashOf(bytes, start, end), tag, slotCount - 1);
    while (slots[slot] !== 0) slot = (slot + 1) % slotCount;
    slots[slot] = place + 1;
    ends[place] = end;
    start = end;
  }
  return [bytes, ends, Uint8Array.from(texts, ({ tag }) => tag), slots];
}

/** Reads what `packTexts` wrote where it lies. */
export class TextTable {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #ends: Uint32Array;
  readonly #tags: Uint8Array;
  readonly #slots: Uint32Array;

  /** @throws DamagedIndexError when the sections do not fit together. */
  constructor(sections: readonly Uint8Array<ArrayBuffer>[]) {
    const [bytes, ends, tags, slots] = sections;
    if (bytes === undefined || ends === undefined || tags === undefined || slots === undefined)
      throw damaged();
    this.#bytes = bytes;
    this.#ends = asNumbers(ends);
    this.#tags = tags;
    this.#slots = asNumbers(slots);
    const slotCount = this.#slots.length;
    const isFull = slotCount <= tags.length || (slotCount & (slotCount - 1)) !== 0;
    if (isFull || this.#ends.length !== tags.length || (this.#ends.at(-1) ?? 0) !== bytes.length)
      throw damaged();
    if (!isRising(this.#ends) || !hasPlaces(this.#slots, tags.length)) throw damaged();
  }

  get size(): number {
    return this.#tags.length;
  }

  tagAt(place: number): number {
    return this.#tags[place] ?? 0;
  }

  textAt(place: number): string {
    const { buffer, byteOffset } = this.#bytes;
    const start = this.#startOf(place);
    return Buffer.from(buffer, byteOffset + start, (this.#ends[place] ?? 0) - start).toString();
  }

  /** Returns the place of the text with this tag; -1 if there is none. */
  find({ bytes, hash }: SoughtText, tag: number): number {
    const last = this.#slots.length - 1;
    for (let slot = slotOf(hash, tag, last); ; slot = (slot + 1) & last) {
      const place = (this.#slots[slot] ?? 0) - 1;
      if (place < 0) return -1;
      if (this.#tags[place] === tag && this.#isText(place, bytes)) return place;
    }
  }

  /** Returns the place of the first text, of sorted ones, that does not come before this one. */
  lowerBound(text: string): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.textAt(middle) < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #startOf(place: number): number {
    return place === 0 ? 0 : (this.#ends[place - 1] ?? 0);
  }

  #isText(place: number, text: Uint8Array): boolean {
    const start = this.#startOf(place);
    if ((this.#ends[place] ?? 0) - start !== text.length) return false;
    for (let at = 0; at < text.length; at += 1) if (this.#bytes[start + at] !== text[at]) return false;
    return true;
  }
}

function isRising(ends: Uint32Array): boolean {
  let previous = 0;
  for (const end of ends) {
    if (end < previous) return false;
    previous = end;
  }
  return true;
}

/** Returns whether as many slots as there are texts have a place, so that a search ends at an empty one. */
function hasPlaces(slots: Uint32Array, count: number): boolean {
  let used = 0;
  for (const slot of slots) {
    if (slot > count) return false;
    if (slot !== 0) used += 1;
  }
  return used === count;
}

import { MAX_FREQUENCY } from '../indexed-field.ts';

/** The fields whose postings a group has; the first two count passages, the others documents. */
export const GROUP_FIELDS = ['body', 'headings', 'opening', 'title'] as const;
export type GroupField = (typeof GROUP_FIELDS)[number];

const FIELD_COUNT = GROUP_FIELDS.length;

const FIRST_POSTINGS = 1 << 14;
/** Bytes that a posting, or the length of a field, takes at most. */
const MAX_BYTES = 6;

/**
 * Collects the postings of a group by stem and field. Units are numbered from 0 in the group. A posting takes a byte or two:
 * twice the distance to the unit before, in parts of 7 bits, plus one if the frequency follows, which is 1 otherwise.
 */
export class PostingsWriter {
  /** For each posting the stem and the field, and `unit * 256 + frequency`. */
  #keys = new Uint32Array(FIRST_POSTINGS);
  #postings = new Uint32Array(FIRST_POSTINGS);
  #count = 0;
  /** Frequencies in the unit that is being added, by stem; all 0 between two units. */
  #frequencies = new Uint8Array(1024);

  /** Adds the stems of a unit; units of a field come in ascending order. */
  add(field: GroupField, unit: number, stems: readonly number[]): void {
    const place = GROUP_FIELDS.indexOf(field);
    const distinct: number[] = [];
    for (const stem of stems) {
      if (stem >= this.#frequencies.length)
        this.#frequencies = enlarge(this.#frequencies, new Uint8Array(stem * 2));
      const frequency = this.#frequencies[stem] ?? 0;
      if (frequency === 0) distinct.push(stem);
      if (frequency < MAX_FREQUENCY) this.#frequencies[stem] = frequency + 1;
    }
    const length = this.#count + distinct.length;
    if (length > this.#keys.length) {
      this.#keys = enlarge(this.#keys, new Uint32Array(length * 2));
      this.#postings = enlarge(this.#postings, new Uint32Array(length * 2));
    }
    for (const stem of distinct) {
      this.#keys[this.#count] = stem * FIELD_COUNT + place;
      this.#postings[this.#count++] = unit * 256 + (this.#frequencies[stem] ?? 0);
      this.#frequencies[stem] = 0;
    }
  }

  /** Returns the end of each stem's postings, and the postings: for each field their length in bytes, then all of them. */
  toSections(stemCount: number): [ends: Uint32Array, postings: Uint8Array] {
    const { starts, sorted } = this.#sort(stemCount * FIELD_COUNT);
    const ends = new Uint32Array(stemCount);
    const bytes = new Uint8Array((this.#count + stemCount * FIELD_COUNT) * MAX_BYTES);
    const encoded = new Uint8Array(this.#count * MAX_BYTES);
    let at = 0;
    for (let stem = 0; stem < stemCount; stem += 1) {
      let end = 0;
      for (let key = stem * FIELD_COUNT; key < (stem + 1) * FIELD_COUNT; key += 1) {
        const start = end;
        end = encodePostings(sorted.subarray(starts[key], starts[key + 1]), encoded, start);
        at = writeNumber(bytes, at, end - start);
      }
      bytes.set(encoded.subarray(0, end), at);
      at += end;
      ends[stem] = at;
    }
    return [ends, bytes.subarray(0, at)];
  }

  /** Sorts the postings by their keys, by counting, which keeps the order of the units. */
  #sort(keyCount: number): { starts: Uint32Array; sorted: Uint32Array } {
    const starts = new Uint32Array(keyCount + 1);
    for (let nth = 0; nth < this.#count; nth += 1) {
      const next = (this.#keys[nth] ?? 0) + 1;
      starts[next] = (starts[next] ?? 0) + 1;
    }
    for (let key = 1; key <= keyCount; key += 1) starts[key] = (starts[key] ?? 0) + (starts[key - 1] ?? 0);
    const places = starts.slice();
    const sorted = new Uint32Array(this.#count);
    for (let nth = 0; nth < this.#count; nth += 1) {
      const key = this.#keys[nth] ?? 0;
      const place = places[key] ?? 0;
      sorted[place] = this.#postings[nth] ?? 0;
      places[key] = place + 1;
    }
    return { starts, sorted };
  }
}

/** Copies values to a larger array, and returns that. */
function enlarge<Values extends Uint8Array | Uint32Array>(values: Values, larger: Values): Values {
  larger.set(values);
  return larger;
}

/** Writes the postings of a list from a place on, and returns their end. */
function encodePostings(postings: Uint32Array, bytes: Uint8Array, start: number): number {
  let [at, before] = [start, 0];
  for (const posting of postings) {
    const [unit, frequency] = [posting >>> 8, posting & 255];
    at = writeNumber(bytes, at, (unit - before) * 2 + (frequency > 1 ? 1 : 0));
    if (frequency > 1) bytes[at++] = frequency;
    before = unit;
  }
  return at;
}

function writeNumber(bytes: Uint8Array, start: number, number: number): number {
  let [at, rest] = [start, number];
  for (; rest > 127; rest >>>= 7) bytes[at++] = (rest & 127) | 128;
  bytes[at++] = rest;
  return at;
}

/** Reads the postings of stems from bytes that PostingsWriter wrote. */
export class PostingsReader {
  readonly #ends: Uint32Array;
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(ends: Uint32Array, bytes: Uint8Array) {
    this.#ends = ends;
    this.#bytes = bytes;
  }

  /** Appends the postings of a stem to `postings`, with units counted from `firstUnit` on, and returns the new length. */
  read(field: number, stem: number, firstUnit: number, postings: Uint32Array, length: number): number {
    this.#at = stem === 0 ? 0 : (this.#ends[stem - 1] ?? 0);
    let [start, size] = [0, 0];
    for (let place = 0; place < FIELD_COUNT; place += 1) {
      const fieldSize = this.#readNumber();
      if (place < field) start += fieldSize;
      if (place === field) size = fieldSize;
    }
    this.#at += start;
    const end = Math.min(this.#at + size, this.#bytes.length);
    let [unit, count] = [firstUnit, length];
    while (this.#at < end) {
      const number = this.#readNumber();
      unit += number >>> 1;
      const frequency = (number & 1) === 0 ? 1 : (this.#bytes[this.#at++] ?? 1);
      postings[count++] = unit * 256 + frequency;
    }
    return count;
  }

  /** Returns at least as many postings as a stem has in a field. */
  countBytes(stem: number): number {
    return (this.#ends[stem] ?? 0) - (stem === 0 ? 0 : (this.#ends[stem - 1] ?? 0));
  }

  #readNumber(): number {
    let number = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#bytes[this.#at++] ?? 0;
      number |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    return number;
  }
}

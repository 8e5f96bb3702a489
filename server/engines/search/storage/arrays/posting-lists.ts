import { releaseArray } from './release-array.ts';

const MIN_ROOM = 2;
const FIRST_ARENA = 1 << 14;
const FIRST_KEYS = 1 << 10;
/** Places of what is known of a list, which lies side by side: its start, its length, and how many values there is room for. */
const [START, LENGTH, ROOM, STRIDE] = [0, 1, 2, 4];
/** The lists are moved together when more than half of the array is room that they have left. */
const MAX_LEFT_SHARE = 0.5;
const COMPACTED_FROM = 1 << 16;

/**
 * Lists of 32-bit numbers in one typed array, each found by a small number. Millions of short arrays would take twice the memory
 * and seconds of garbage collection. A list that outgrows its room moves to one of twice the size, and leaves the old one to
 * others. Once most lists are complete, `compact` takes away what is empty, which is more than half of the array after a load.
 */
export class PostingLists {
  #arena = new Uint32Array(FIRST_ARENA);
  #arenaEnd = 0;
  #lists = new Uint32Array(FIRST_KEYS * STRIDE);
  /** The starts of rooms that lists have left, by size. */
  readonly #left = new Map<number, number[]>();
  #leftValues = 0;

  /** Returns the list as it is now; valid until the next change. */
  listOf(key: number): Uint32Array {
    const start = this.#lists[key * STRIDE + START] ?? 0;
    return this.#arena.subarray(start, start + this.lengthOf(key));
  }

  lengthOf(key: number): number {
    return this.#lists[key * STRIDE + LENGTH] ?? 0;
  }

  /** Returns whether a list of ascending values has one from `from` up to but not including `to`. */
  hasBetween(key: number, from: number, to: number): boolean {
    const start = this.#lists[key * STRIDE + START] ?? 0;
    const end = start + this.lengthOf(key);
    let [low, high] = [start, end];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#arena[middle] ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    return low < end && (this.#arena[low] ?? 0) < to;
  }

  push(key: number, value: number): void {
    const list = key * STRIDE;
    const length = this.#lists[list + LENGTH] ?? 0;
    if (length === (this.#lists[list + ROOM] ?? 0)) this.#enlarge(list, length + 1);
    this.#arena[(this.#lists[list + START] ?? 0) + length] = value;
    this.#lists[list + LENGTH] = length + 1;
  }

  /** Inserts values before all others of a list. */
  prepend(key: number, values: Uint32Array): void {
    if (values.length === 0) return;
    const list = key * STRIDE;
    const length = this.lengthOf(key);
    // A list that is read from the file is complete, so that the room of a power of two would stay empty.
    this.#enlarge(list, length + values.length, roomFor(length + values.length));
    const start = this.#lists[list + START] ?? 0;
    this.#arena.copyWithin(start + values.length, start, start + length);
    this.#arena.set(values, start);
    this.#lists[list + LENGTH] = length + values.length;
  }

  /** Inserts a value; takes a step for each one behind it. */
  insert(key: number, place: number, value: number): void {
    this.push(key, value);
    const list = this.listOf(key);
    list.copyWithin(place + 1, place, list.length - 1);
    list[place] = value;
  }

  /** Removes a value; takes a step for each one behind it. */
  removeAt(key: number, place: number): void {
    this.listOf(key).copyWithin(place, place + 1);
    this.#lists[key * STRIDE + LENGTH] = this.lengthOf(key) - 1;
  }

  /** Moves the lists together, with room for an eighth more values each. */
  compact(): void {
    let values = 0;
    for (let list = 0; list < this.#lists.length; list += STRIDE)
      values += roomFor(this.#lists[list + LENGTH] ?? 0);
    const arena = new Uint32Array(Math.max(values, FIRST_ARENA));
    let end = 0;
    for (let list = 0; list < this.#lists.length; list += STRIDE) {
      const start = this.#lists[list + START] ?? 0;
      const length = this.#lists[list + LENGTH] ?? 0;
      arena.set(this.#arena.subarray(start, start + length), end);
      this.#lists[list + START] = end;
      this.#lists[list + ROOM] = roomFor(length);
      end += roomFor(length);
    }
    releaseArray(this.#arena);
    this.#arena = arena;
    this.#arenaEnd = end;
    this.#left.clear();
    this.#leftValues = 0;
  }

  /**
   * Makes room for at least so many values: a power of two, so that rooms that are left fit others, unless another room is given.
   */
  #enlarge(list: number, needed: number, given = 0): void {
    if (this.#leftValues > Math.max(COMPACTED_FROM, MAX_LEFT_SHARE * this.#arenaEnd)) this.compact();
    if (list >= this.#lists.length)
      this.#lists = moveTo(this.#lists, Math.max(list + STRIDE, this.#lists.length * 2));
    const left = this.#lists[list + ROOM] ?? 0;
    let room = Math.max(MIN_ROOM, given);
    while (room < needed) room *= 2;
    const from = this.#lists[list + START] ?? 0;
    const to = this.#takeRoom(room);
    if (left > 0) {
      this.#arena.copyWithin(to, from, from + (this.#lists[list + LENGTH] ?? 0));
      this.#leaveRoom(from, left);
    }
    this.#lists[list + START] = to;
    this.#lists[list + ROOM] = room;
  }

  #takeRoom(room: number): number {
    const start = this.#left.get(room)?.pop();
    if (start === undefined) return this.#appendRoom(room);
    this.#leftValues -= room;
    return start;
  }

  #leaveRoom(start: number, room: number): void {
    this.#leftValues += room;
    const starts = this.#left.get(room);
    if (starts === undefined) this.#left.set(room, [start]);
    else starts.push(start);
  }

  #appendRoom(room: number): number {
    const start = this.#arenaEnd;
    this.#arenaEnd += room;
    if (this.#arenaEnd > this.#arena.length)
      this.#arena = moveTo(this.#arena, Math.max(this.#arenaEnd, Math.ceil(this.#arena.length * 1.5)));
    return start;
  }
}

/** The room of a list that may grow a little; short lists, most of which never do, have none to spare. */
const roomFor = (length: number): number => length + (length >>> 3);

function moveTo(values: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(length);
  copy.set(values);
  releaseArray(values);
  return copy;
}

import type { WordGroup } from '../../analysis/detect-language.ts';
import { PASSAGE_END, packWords, sizeOfPacked, unpackWords } from '../arrays/word-sequences.ts';
import type { Vocabulary, WordSource } from '../vocabulary.ts';
import type { GroupContent } from './group-content.ts';
import { StoredPostings } from './stored-postings.ts';
import { StoredTitles } from './stored-titles.ts';
import { createSoughtText } from './text-table.ts';

/** A group in an open index, with the first numbers of its passages and documents. */
export interface OpenGroup {
  readonly content: GroupContent;
  readonly firstChunk: number;
  readonly firstUnit: number;
  /** The place of each passage in the numbers of the content; `PACKED` is added once its words have replaced its terms there. */
  readonly starts: Uint32Array;
  /** The place of the title of each document in these numbers. */
  readonly titles: Uint32Array;
}

interface ReadGroup extends OpenGroup {
  /** The vocabulary's numbers of the words, by their places; -1 until the word is read. */
  readonly words: Int32Array;
}

/** Above the places of all numbers, which the bits below it hold. */
const PACKED = 2 ** 31;
const PLACE_BITS = PACKED - 1;
/** The number of places that 16 bits can count, plus one. */
const MAX_PACKED = 2 ** 16;

/** Texts that were looked up in all groups are remembered up to this number. */
const MAX_REMEMBERED = 20_000;
/** Words are read by this much of their beginning. */
const MAX_BEGINNING = 2;

/**
 * The groups that an index was opened with. Nothing is taken out of them before a question needs it: words are numbered when they
 * are looked up or a text with them is read, and postings are read when a term is first asked for.
 */
export class StoredGroups implements WordSource {
  readonly #vocabulary: Vocabulary;
  readonly #groups: ReadGroup[] = [];
  /** The place of the group that each passage is in. */
  #groupOfChunk = new Uint16Array();
  readonly #absentStems = new Map<WordGroup, Set<string>>();
  readonly #beginnings = new Set<string>();
  #read = new Uint32Array(1024);
  readonly postings: StoredPostings;
  readonly titles: StoredTitles<ReadGroup>;
  /** Upper bound (exclusive) of the numbers of passages in groups. */
  chunkCount = 0;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.postings = new StoredPostings(vocabulary, this.#groups);
    this.titles = new StoredTitles(this.#groups, (group, place) => this.#numberOf(group, place));
  }

  add(group: OpenGroup): void {
    const groupOfChunk = new Uint16Array(group.firstChunk + group.starts.length).fill(this.#groups.length);
    groupOfChunk.set(this.#groupOfChunk);
    this.#groupOfChunk = groupOfChunk;
    this.chunkCount = groupOfChunk.length;
    this.#groups.push({ ...group, words: new Int32Array(group.content.words.size).fill(-1) });
    this.#vocabulary.readFrom(this, group.content.names);
  }

  /** Returns the words of a passage and its headings as written, in order; the caller may keep them. */
  wordsOf(chunk: number): Uint32Array {
    const group = this.#groupOf(chunk);
    const count = group === undefined ? 0 : this.#readPassage(group, chunk - group.firstChunk);
    return this.#read.slice(0, count);
  }

  hasStem(text: string, group: WordGroup): boolean {
    const absent = this.#absentStems.get(group) ?? new Set();
    this.#absentStems.set(group, absent);
    if (absent.has(text)) return false;
    const sought = createSoughtText(text);
    const isPresent = this.#groups.some(({ content }) => {
      const tag = content.names.indexOf(group);
      return tag >= 0 && content.stems.find(sought, tag) >= 0;
    });
    // A question looks up the words of other languages too, most of which occur nowhere.
    if (!isPresent) remember(absent, text);
    return isPresent;
  }

  /** Adds the word to the vocabulary for each language that has it. */
  readWord(text: string): void {
    if (this.#groups.length === 0) return;
    const sought = createSoughtText(text);
    for (const group of this.#groups)
      for (let tag = 0; tag < group.content.names.length; tag += 1) {
        const place = group.content.words.find(sought, tag);
        if (place >= 0) this.#numberOf(group, place);
      }
  }

  /** Adds the words that begin so to the vocabulary. */
  readBeginning(text: string): void {
    const beginning = text.slice(0, MAX_BEGINNING);
    const isRead = this.#beginnings.has(beginning.slice(0, 1)) || !remember(this.#beginnings, beginning);
    if (isRead) return;
    for (const group of this.#groups) {
      const { words } = group.content;
      for (let place = words.lowerBound(beginning); place < words.size; place += 1) {
        if (!words.textAt(place).startsWith(beginning)) break;
        this.#numberOf(group, place);
      }
    }
  }

  /** Reads the words of a passage into `#read`, and returns their count. */
  #readPassage(group: ReadGroup, place: number): number {
    const { numbers } = group.content;
    const start = group.starts[place] ?? 0;
    const at = start & PLACE_BITS;
    const length = numbers[at] ?? 0;
    if (start >= PACKED) {
      this.#reserveRead(length);
      return unpackWords(numbers, at + 1, at + 1 + length, this.#read);
    }
    const bodyEnd = at + 1 + length;
    const end = bodyEnd + 1 + (numbers[bodyEnd] ?? 0);
    this.#reserveRead(end - at);
    let count = this.#readWords(group, at + 1, bodyEnd, 0);
    this.#read[count++] = PASSAGE_END;
    count = this.#readWords(group, bodyEnd + 1, end, count);
    const words = this.#read.subarray(0, count);
    // The next question reads them without looking each one up. Their count must fit where the length of the body was.
    if (sizeOfPacked(words) < Math.min(end - at, MAX_PACKED)) {
      numbers[at] = packWords(words, numbers, at + 1) - at - 1;
      group.starts[place] = at + PACKED;
    }
    return count;
  }

  #reserveRead(length: number): void {
    if (length > this.#read.length) this.#read = new Uint32Array(length * 2);
  }

  #groupOf(chunk: number): ReadGroup | undefined {
    return this.#groups[this.#groupOfChunk[chunk] ?? -1];
  }

  /** Reads the words between two places, without extra terms, to `#read` from `count` on; returns the new count. */
  #readWords(group: ReadGroup, from: number, to: number, count: number): number {
    const { numbers } = group.content;
    let length = count;
    for (let at = from; at < to; at += 1) {
      const term = numbers[at] ?? 0;
      if ((term & 1) === 1) continue;
      const word = group.words[term >>> 1] ?? 0;
      this.#read[length++] = word < 0 ? this.#numberOf(group, term >>> 1) : word;
    }
    return length;
  }

  #numberOf({ content, words }: ReadGroup, place: number): number {
    const known = words[place] ?? -1;
    if (known >= 0) return known;
    const language = content.names[content.words.tagAt(place)] ?? 'other';
    const number = language === 'other' ? 0 : this.#vocabulary.add(content.words.textAt(place), language);
    words[place] = number;
    return number;
  }
}

/** Adds the text to the set, and returns whether it is new there. */
function remember(texts: Set<string>, text: string): boolean {
  if (texts.has(text)) return false;
  if (texts.size >= MAX_REMEMBERED) texts.clear();
  texts.add(text);
  return true;
}

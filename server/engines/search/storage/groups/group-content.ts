import { isLanguage, type WordGroup } from '../../analysis/detect-language.ts';
import { damaged } from '../stored-analysis.ts';
import { PostingsReader } from './group-postings.ts';
import { asNumbers, unpackSections } from './sections.ts';
import { TABLE_SECTIONS, TextTable } from './text-table.ts';

const SECTIONS = 2 + 2 * TABLE_SECTIONS + 3;

/** The sections of a group as GroupWriter wrote them, read where they lie. */
export class GroupContent {
  readonly documentCount: number;
  /** The names of tags: languages of words, and groups of words of stems. */
  readonly names: readonly WordGroup[];
  /** Sorted by text. */
  readonly words: TextTable;
  readonly stems: TextTable;
  /**
   * For each document the number of its passages, the tag of its language, the lengths of opening and title, and the title; for
   * each passage the length of its body, the body, the length of its headings and the headings. A term is twice the place of its
   * word, plus one if it is extra.
   */
  readonly numbers: Uint16Array | Uint32Array;
  readonly postings: PostingsReader;

  /** @throws DamagedIndexError when the bytes are anything else. */
  constructor(bytes: Uint8Array) {
    const sections = unpackSections(bytes, SECTIONS);
    const take = (count: number) => sections.splice(0, count);
    const [counts, names] = take(2);
    this.words = new TextTable(take(TABLE_SECTIONS));
    this.stems = new TextTable(take(TABLE_SECTIONS));
    const [numbers, ends, postings] = take(3);
    if (!(counts && names && numbers && ends && postings)) throw damaged();
    const [documentCount = 0, width] = asNumbers(counts);
    this.documentCount = documentCount;
    this.names = Buffer.from(names).toString().split(' ').map(toName);
    this.numbers = width === 4 ? asNumbers(numbers) : asShortNumbers(numbers);
    const postingEnds = asNumbers(ends);
    if (postingEnds.length !== this.stems.size) throw damaged();
    this.postings = new PostingsReader(postingEnds, postings);
  }
}

function toName(name: string): WordGroup {
  if (name === 'other' || isLanguage(name)) return name;
  throw damaged();
}

function asShortNumbers({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Uint16Array {
  if (byteLength % 2 !== 0) throw damaged();
  return new Uint16Array(buffer, byteOffset, byteLength / 2);
}

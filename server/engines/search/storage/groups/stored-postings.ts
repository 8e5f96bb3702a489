import type { Vocabulary } from '../vocabulary.ts';
import type { GroupContent } from './group-content.ts';
import { GROUP_FIELDS, type GroupField } from './group-postings.ts';
import { createSoughtText } from './text-table.ts';

/** A group with the first numbers of its passages and documents. */
interface NumberedGroup {
  readonly content: GroupContent;
  readonly firstChunk: number;
  readonly firstUnit: number;
}

const NONE = new Uint32Array();

/** The postings of the groups that an index was opened with, read by term. */
export class StoredPostings {
  readonly #vocabulary: Vocabulary;
  readonly #groups: readonly NumberedGroup[];
  readonly #stemPlaces = { stem: -1, places: new Int32Array() };
  #postings = new Uint32Array(1024);

  constructor(vocabulary: Vocabulary, groups: readonly NumberedGroup[]) {
    this.#vocabulary = vocabulary;
    this.#groups = groups;
  }

  /** Returns the postings of the stem in all groups, ascending by unit; valid until the next call. */
  read(field: GroupField, stem: number): Uint32Array {
    if (this.#groups.length === 0) return NONE;
    const places = this.#placesOf(stem);
    const fieldPlace = GROUP_FIELDS.indexOf(field);
    const countsPassages = field === 'body' || field === 'headings';
    let length = 0;
    for (const [nth, { content, firstChunk, firstUnit }] of this.#groups.entries()) {
      const place = places[nth] ?? -1;
      if (place < 0) continue;
      this.#reservePostings(length + content.postings.countBytes(place));
      const first = countsPassages ? firstChunk : firstUnit;
      length = content.postings.read(fieldPlace, place, first, this.#postings, length);
    }
    return this.#postings.subarray(0, length);
  }

  /** Returns the place of the stem in each group; -1 in one without it. A question asks for each field of a stem. */
  #placesOf(stem: number): Int32Array {
    if (this.#stemPlaces.stem === stem) return this.#stemPlaces.places;
    const { text, group } = this.#vocabulary.describeStem(stem);
    const sought = createSoughtText(text);
    const places = Int32Array.from(this.#groups, ({ content }) => {
      const tag = content.names.indexOf(group);
      return tag < 0 ? -1 : content.stems.find(sought, tag);
    });
    Object.assign(this.#stemPlaces, { stem, places });
    return places;
  }

  #reservePostings(length: number): void {
    if (length <= this.#postings.length) return;
    const larger = new Uint32Array(length * 2);
    larger.set(this.#postings);
    this.#postings = larger;
  }
}

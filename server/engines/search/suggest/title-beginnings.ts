import { PASSAGE_END } from '../storage/arrays/word-sequences.ts';
import type { StoredGroups } from '../storage/groups/stored-groups.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';

/** The published documents, and the groups with the titles that were not read yet. */
interface Titles {
  entries(): Iterable<IndexedEntry>;
  readonly groups: Pick<StoredGroups, 'firstTitleWordOf'>;
}

/**
 * The published documents by the first word of their titles: the shortest titles first, and of equally long ones the first id, so that
 * the best suggestions are found without looking at the others. They are listed for the first suggestion: the start of an index does not need it.
 */
export class TitleBeginnings {
  readonly #titles: Titles;
  #lists: Map<number, IndexedEntry[]> | undefined;
  /** The words whose lists are not sorted yet: thousands of documents come to each at once. */
  readonly #unsorted = new Set<number>();

  constructor(titles: Titles) {
    this.#titles = titles;
  }

  add(entry: IndexedEntry): void {
    if (this.#lists === undefined) return;
    const word = this.#firstWordOf(entry);
    const list = this.#lists.get(word);
    if (list === undefined) this.#lists.set(word, [entry]);
    else {
      list.push(entry);
      this.#unsorted.add(word);
    }
  }

  remove(entry: IndexedEntry): void {
    const list = this.#lists?.get(this.#firstWordOf(entry));
    const place = list?.indexOf(entry) ?? -1;
    if (place >= 0) list?.splice(place, 1);
  }

  /** Returns the documents whose title begins with the word, which is given by its number. */
  startingWith(word: number): readonly IndexedEntry[] {
    if (this.#lists === undefined) {
      this.#lists = new Map();
      for (const entry of this.#titles.entries()) this.add(entry);
    }
    const list = this.#lists.get(word) ?? [];
    if (this.#unsorted.delete(word)) list.sort(compareTitles);
    return list;
  }

  /** A title without words has the mark that ends it as its first. */
  #firstWordOf({ labelWords, firstChunk, titleAt }: IndexedEntry): number {
    const first = labelWords ? labelWords[0] : this.#titles.groups.firstTitleWordOf(firstChunk, titleAt);
    return first ?? PASSAGE_END;
  }
}

const compareTitles = (left: IndexedEntry, right: IndexedEntry): number =>
  left.title.length - right.title.length || left.id - right.id;

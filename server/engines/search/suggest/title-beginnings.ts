import type { IndexedEntry } from '../storage/indexed-entry.ts';

/**
 * The published documents by the first word of their titles: the shortest titles first, and of equally long ones the first id, so that
 * the best suggestions are found without looking at the others.
 */
export class TitleBeginnings {
  readonly #lists = new Map<number, IndexedEntry[]>();
  /** The words whose lists are not sorted yet: an index that is opened adds thousands of documents to each. */
  readonly #unsorted = new Set<number>();

  add(entry: IndexedEntry): void {
    const word = firstWordOf(entry);
    const list = this.#lists.get(word);
    if (list === undefined) this.#lists.set(word, [entry]);
    else {
      list.push(entry);
      this.#unsorted.add(word);
    }
  }

  remove(entry: IndexedEntry): void {
    const list = this.#lists.get(firstWordOf(entry));
    const place = list?.indexOf(entry) ?? -1;
    if (place >= 0) list?.splice(place, 1);
  }

  /** Returns the documents whose title begins with the word, which is given by its number. */
  startingWith(word: number): readonly IndexedEntry[] {
    const list = this.#lists.get(word) ?? [];
    if (this.#unsorted.delete(word)) list.sort(compareTitles);
    return list;
  }
}

/** A title without words has the mark that ends it as its first. */
const firstWordOf = ({ labelWords }: IndexedEntry): number => labelWords[0] ?? -1;

const compareTitles = (left: IndexedEntry, right: IndexedEntry): number =>
  left.title.length - right.title.length || left.id - right.id;

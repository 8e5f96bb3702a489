import type { StoredGroups } from '../storage/groups/stored-groups.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import type { Vocabulary } from '../storage/vocabulary.ts';

/** The published documents, and the titles of those in groups. */
interface Titles {
  entryOfUnit(unit: number): IndexedEntry | undefined;
  readonly size: { readonly documents: number };
  readonly groups: Pick<StoredGroups, 'titles'>;
  readonly vocabulary: Pick<Vocabulary, 'textOf'>;
}

/**
 * The published documents by the first word of their titles: the shortest titles first, and of equally long ones the first id, so
 * that the best suggestions are found without looking at the others. Those in groups are listed when their word is first asked
 * for.
 */
export class TitleBeginnings {
  readonly #titles: Titles;
  #lists: Map<string, IndexedEntry[]> | undefined;
  /** The words whose documents in groups are in the lists too. */
  readonly #complete = new Set<string>();
  /** The words whose lists are not sorted yet: thousands of documents come to each at once. */
  readonly #unsorted = new Set<string>();

  constructor(titles: Titles) {
    this.#titles = titles;
  }

  add(entry: IndexedEntry): void {
    if (this.#lists !== undefined) this.#addTo(this.#lists, this.#firstWordOf(entry), entry);
  }

  remove(entry: IndexedEntry): void {
    const list = this.#lists?.get(this.#firstWordOf(entry));
    const place = list?.indexOf(entry) ?? -1;
    if (place >= 0) list?.splice(place, 1);
  }

  /** Yields the first words of titles that begin so. */
  *wordsBeginning(text: string): Generator<string, void> {
    for (const word of this.#listFirst().keys()) if (word.startsWith(text)) yield word;
  }

  /** Returns the documents whose title begins with the word. */
  startingWith(word: string): readonly IndexedEntry[] {
    const lists = this.#listFirst();
    if (!this.#complete.has(word) && lists.has(word)) {
      this.#complete.add(word);
      for (const unit of this.#titles.groups.titles.startingWith(word)) this.#addUnit(lists, unit, word);
    }
    const list = lists.get(word) ?? [];
    if (this.#unsorted.delete(word)) list.sort(compareTitles);
    return list;
  }

  /** Lists the first words of titles, and for each the documents outside groups, which come after the others. */
  #listFirst(): Map<string, IndexedEntry[]> {
    if (this.#lists !== undefined) return this.#lists;
    const { groups, size } = this.#titles;
    const lists = new Map<string, IndexedEntry[]>();
    for (const word of groups.titles.firstWords) lists.set(word, []);
    for (let unit = groups.titles.count; unit < size.documents; unit += 1) this.#addUnit(lists, unit);
    this.#lists = lists;
    return lists;
  }

  #addUnit(lists: Map<string, IndexedEntry[]>, unit: number, word?: string): void {
    const entry = this.#titles.entryOfUnit(unit);
    if (entry !== undefined) this.#addTo(lists, word ?? this.#firstWordOf(entry), entry);
  }

  #addTo(lists: Map<string, IndexedEntry[]>, word: string, entry: IndexedEntry): void {
    const list = lists.get(word);
    if (list === undefined) lists.set(word, [entry]);
    else {
      list.push(entry);
      this.#unsorted.add(word);
    }
  }

  /** A title without words has an empty one as its first. */
  #firstWordOf({ labelWords, unit }: IndexedEntry): string {
    const { groups, vocabulary } = this.#titles;
    if (labelWords === undefined) return groups.titles.firstWordOf(unit) ?? '';
    return vocabulary.textOf(labelWords[0] ?? -1);
  }
}

/**
 * Orders the shortest titles first, and equally long ones by id, so that the order does not depend on when documents were
 * indexed.
 */
export const compareTitles = (left: IndexedEntry, right: IndexedEntry): number =>
  left.title.length - right.title.length || left.id - right.id;

import type { GroupContent } from './group-content.ts';

/** A group with the first number of its documents. */
interface TitledGroup {
  readonly content: GroupContent;
  readonly firstUnit: number;
  /** The place of the title of each document in the numbers of the content. */
  readonly titles: Uint32Array;
}

/**
 * Documents by the first word of their titles: the last one with each word, and before each one another with the same, as units
 * plus one; 0 is none.
 */
interface Chains {
  readonly last: Map<string, number>;
  readonly before: Uint32Array;
}

/** The titles of the documents in the groups that an index was opened with, which have the lowest units. */
export class StoredTitles<Group extends TitledGroup> {
  /** Ascending by unit. */
  readonly #groups: readonly Group[];
  readonly #numberOf: (group: Group, place: number) => number;
  #chains: Chains | undefined;

  /** `numberOf` returns the vocabulary's number of the word at a place in a group. */
  constructor(groups: readonly Group[], numberOf: (group: Group, place: number) => number) {
    this.#groups = groups;
    this.#numberOf = numberOf;
  }

  /** Upper bound (exclusive) of the units of documents in groups. */
  get count(): number {
    const last = this.#groups.at(-1);
    return last === undefined ? 0 : last.firstUnit + last.titles.length;
  }

  /** Returns the words of a title as written, in order. */
  wordsOf(unit: number): number[] {
    const group = this.#groupOf(unit);
    if (group === undefined) return [];
    const { numbers } = group.content;
    const at = group.titles[unit - group.firstUnit] ?? 0;
    const words: number[] = [];
    for (let place = at + 1; place <= at + (numbers[at] ?? 0); place += 1) {
      const term = numbers[place] ?? 0;
      if ((term & 1) === 0) words.push(this.#numberOf(group, term >>> 1));
    }
    return words;
  }

  /** Returns the first of these words, without reading the others. */
  firstWordOf(unit: number): string | undefined {
    const group = this.#groupOf(unit);
    const place = group === undefined ? -1 : firstPlaceOf(group, unit - group.firstUnit);
    return place < 0 ? undefined : group?.content.words.textAt(place);
  }

  /** Returns each word that a title begins with. */
  get firstWords(): Iterable<string> {
    this.#chains ??= this.#chainTitles();
    return this.#chains.last.keys();
  }

  /** Yields the units of the documents whose titles begin with the word, in no particular order. */
  *startingWith(word: string): Generator<number, void> {
    this.#chains ??= this.#chainTitles();
    const { last, before } = this.#chains;
    for (let unit = last.get(word) ?? 0; unit > 0; unit = before[unit] ?? 0) yield unit - 1;
  }

  /** Reads each first word of a group once, and numbers none: most of them are never asked for. */
  #chainTitles(): Chains {
    const chains = { last: new Map<string, number>(), before: new Uint32Array(this.count + 1) };
    for (const group of this.#groups) {
      const texts = new Map<number, string>();
      for (let nth = 0; nth < group.titles.length; nth += 1) {
        const place = firstPlaceOf(group, nth);
        if (place < 0) continue;
        const text = texts.get(place) ?? group.content.words.textAt(place);
        texts.set(place, text);
        const unit = group.firstUnit + nth + 1;
        chains.before[unit] = chains.last.get(text) ?? 0;
        chains.last.set(text, unit);
      }
    }
    return chains;
  }

  #groupOf(unit: number): Group | undefined {
    let low = 0;
    let high = this.#groups.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#groups[middle]?.firstUnit ?? 0) <= unit) low = middle + 1;
      else high = middle;
    }
    return this.#groups[low - 1];
  }
}

/** Returns the place of the first word of the nth title, leaving out extra terms; -1 if it has none. */
function firstPlaceOf({ content: { numbers }, titles }: TitledGroup, nth: number): number {
  const at = titles[nth] ?? 0;
  const end = at + 1 + (numbers[at] ?? 0);
  for (let place = at + 1; place < end; place += 1) {
    const term = numbers[place] ?? 0;
    if ((term & 1) === 0) return term >>> 1;
  }
  return -1;
}

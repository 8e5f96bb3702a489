import { type Language, type WordGroup, wordGroupOf } from '../analysis/detect-language.ts';
import { stemWord } from '../analysis/stem-word.ts';
import { STOP_WORDS } from '../analysis/stop-words.ts';
import type { Term } from '../analysis/tokenize.ts';
import { ByteWords } from './arrays/byte-words.ts';

export interface AnalyzedWords {
  /** Words as written, in order; codes as their parts. */
  order: number[];
  stems: number[];
}

/** Words and stems that are stored and were not added yet. */
export interface WordSource {
  hasStem(text: string, group: WordGroup): boolean;
  /** Adds the word for each language that has it. */
  readWord(text: string): void;
  /** Adds the words that begin so. */
  readBeginning(text: string): void;
}

/** Words are listed by this many letters, so that those with a typed beginning are found without looking at all. */
const LISTED_LETTERS = 2;
/** Words whose numbers are remembered. */
const MAX_FOUND = 20_000;

/**
 * Numbers words as written, and their stems, separately for each language. A query is looked up in every language, so that
 * its own need not be known, and matches the stems that a text's language produces.
 */
export class Vocabulary {
  readonly #words = new Map<Language, Map<string, number>>();
  readonly #stems = new Map<WordGroup, Map<string, number>>();
  /** Words that all languages share: other scripts, numbers and codes. */
  readonly #languageNeutral = new Map<string, number>();
  readonly #stemOfWord: number[] = [];
  readonly #texts: string[] = [];
  readonly #byBeginning = new Map<string, number[]>();
  /** 1 for each stop word, by its number: ranking asks for ten thousands of words. */
  #stopWords = new Uint8Array(1024);
  readonly #byteWords = new ByteWords();
  /** The numbers of the words that were added as bytes, by language and their number there. */
  readonly #numbersOfBytes = new Map<Language, number[]>();
  /** The stems by their numbers, with what they belong to. */
  readonly #describedStems: { readonly text: string; readonly group: WordGroup }[] = [];
  #source: WordSource | undefined;
  /** The numbers of words that were looked up: a question asks for those of all sentences that it reads. */
  readonly #found = new Map<string, readonly number[]>();

  /** Looks in a source too, which has words of these groups. */
  readFrom(source: WordSource, groups: readonly WordGroup[]): void {
    this.#source = source;
    for (const group of groups) getOrAdd(this.#stems, group, () => new Map());
  }

  /** Returns the word's number, adding the word if it is new. */
  add(word: string, language: Language): number {
    const words = getOrAdd(this.#words, language, () => new Map());
    const known = words.get(word);
    if (known !== undefined) return known;
    const isShared = wordGroupOf(word, language) === 'other';
    const number = (isShared ? this.#languageNeutral.get(word) : undefined) ?? this.#insert(word, language);
    if (isShared) this.#languageNeutral.set(word, number);
    words.set(word, number);
    this.#found.delete(word);
    return number;
  }

  /** Adds the word between two places of UTF-8 text, unless it is known, and returns its number. */
  addBytes(source: Buffer, start: number, end: number, language: Language): number {
    const numbers = getOrAdd(this.#numbersOfBytes, language, () => []);
    const place = this.#byteWords.numberOf(source, start, end);
    const number = numbers[place] ?? this.add(source.toString('utf8', start, end), language);
    numbers[place] = number;
    return number;
  }

  #insert(word: string, language: Language): number {
    const stem = this.#addStem(stemWord(word, language), wordGroupOf(word, language));
    const added = this.#texts.push(word) - 1;
    getOrAdd(this.#byBeginning, word.slice(0, LISTED_LETTERS), () => []).push(added);
    this.#stemOfWord.push(stem);
    if (STOP_WORDS.has(word)) this.#addStopWord(added);
    return added;
  }

  #addStem(text: string, group: WordGroup): number {
    const stems = getOrAdd(this.#stems, group, () => new Map());
    return getOrAdd(stems, text, () => this.#describedStems.push({ text, group }) - 1);
  }

  /** Returns the text of a stem, and what its words belong to. */
  describeStem(stem: number): { readonly text: string; readonly group: WordGroup } {
    return this.#describedStems[stem] ?? { text: '', group: 'other' };
  }

  /** Adds the words of a text and returns their numbers. */
  addTerms(terms: readonly Term[], language: Language): AnalyzedWords {
    const order: number[] = [];
    const stems: number[] = [];
    for (const term of terms) {
      const word = this.add(term.text, language);
      stems.push(this.stemOf(word));
      if (term.kind !== 'extra') order.push(word);
    }
    return { order, stems };
  }

  stemOf(word: number): number {
    return this.#stemOfWord[word] ?? -1;
  }

  textOf(word: number): string {
    return this.#texts[word] ?? '';
  }

  /** Returns the first words of a text as written. */
  textsOf(words: ArrayLike<number>, most: number): string[] {
    const texts: string[] = [];
    for (let at = 0; at < words.length && at < most; at += 1) texts.push(this.textOf(words[at] ?? 0));
    return texts;
  }

  isStopWord(word: number): boolean {
    return this.#stopWords[word] === 1;
  }

  #addStopWord(word: number): void {
    if (word >= this.#stopWords.length) {
      const grown = new Uint8Array(2 * word);
      grown.set(this.#stopWords);
      this.#stopWords = grown;
    }
    this.#stopWords[word] = 1;
  }

  /** Returns whether the word begins with a digit. */
  isNumber(word: number): boolean {
    const code = this.#texts[word]?.charCodeAt(0) ?? 0;
    return code >= 0x30 && code <= 0x39;
  }

  /** Returns the word's numbers, one for each language that has it. */
  findWords(word: string): readonly number[] {
    const known = this.#found.get(word);
    if (known !== undefined) return known;
    this.#source?.readWord(word);
    const numbers: number[] = [];
    for (const words of this.#words.values()) {
      const number = words.get(word);
      if (number !== undefined && !numbers.includes(number)) numbers.push(number);
    }
    if (this.#found.size >= MAX_FOUND) this.#found.clear();
    this.#found.set(word, numbers);
    return numbers;
  }

  /** Upper bound (exclusive) of the numbers of the words that were added so far. */
  get size(): number {
    return this.#texts.length;
  }

  /** Yields the numbers of the words that begin so, in no particular order. */
  *wordsBeginning(text: string): Generator<number, void> {
    this.#source?.readBeginning(text);
    const lists =
      text.length >= LISTED_LETTERS
        ? [this.#byBeginning.get(text.slice(0, LISTED_LETTERS)) ?? []]
        : this.#byBeginning
            .entries()
            .filter(([beginning]) => beginning.startsWith(text))
            .map(([, words]) => words);
    const isListed = text.length <= LISTED_LETTERS;
    for (const words of lists)
      for (const word of words) if (isListed || this.textOf(word).startsWith(text)) yield word;
  }

  /** Returns the word's stems, one for each language, or for this one, that has words of that stem, in the order of the language codes. */
  findStems(word: string, language?: Language): number[] {
    const isShared = wordGroupOf(word, 'en') === 'other';
    // Sorted, because the order of insertion could depend on hidden documents.
    const groups = [...this.#stems].sort(([left], [right]) => (left < right ? -1 : 1));
    return groups.flatMap(([group, stems]) => {
      if ((group === 'other') !== isShared) return [];
      if (language !== undefined && group !== 'other' && group !== language) return [];
      const stemmed = stemWord(word, group === 'other' ? 'en' : group);
      const known = stems.get(stemmed);
      if (known !== undefined) return known;
      return this.#source?.hasStem(stemmed, group) === true ? this.#addStem(stemmed, group) : [];
    });
  }
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const added = create();
  map.set(key, added);
  return added;
}

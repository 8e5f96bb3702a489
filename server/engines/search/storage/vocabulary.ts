import { type Language, type WordGroup, wordGroupOf } from '../analysis/detect-language.ts';
import { stemWord } from '../analysis/stem-word.ts';
import { STOP_WORDS } from '../analysis/stop-words.ts';

/**
 * Numbers for words as written (exact) and for their stems. A word is one for each language that it stands in, and so is its
 * stem: a question, whose language nobody needs to know, asks for the word in each and meets in a text what
 * that text's own language makes of it.
 */
export class Vocabulary {
  readonly #words = new Map<Language, Map<string, number>>();
  readonly #stems = new Map<WordGroup, Map<string, number>>();
  /** Words that are the same in every language. */
  readonly #languageNeutral = new Map<string, number>();
  readonly #stemOfWord: number[] = [];
  readonly #texts: string[] = [];
  readonly #stopWords = new Set<number>();
  #stemCount = 0;

  /** The word's number; a new one when it was not known. */
  add(word: string, language: Language): number {
    const words = getOrCreate(this.#words, language);
    const known = words.get(word);
    if (known !== undefined) return known;
    const isShared = wordGroupOf(word, language) === 'other';
    const number = (isShared ? this.#languageNeutral.get(word) : undefined) ?? this.#insert(word, language);
    if (isShared) this.#languageNeutral.set(word, number);
    words.set(word, number);
    return number;
  }

  #insert(word: string, language: Language): number {
    const group = wordGroupOf(word, language);
    const stems = getOrCreate(this.#stems, group);
    const stemmed = stemWord(word, language);
    let stem = stems.get(stemmed);
    if (stem === undefined) {
      stem = this.#stemCount++;
      stems.set(stemmed, stem);
    }
    const added = this.#texts.push(word) - 1;
    this.#stemOfWord.push(stem);
    if (STOP_WORDS.has(word)) this.#stopWords.add(added);
    return added;
  }

  stemOf(word: number): number {
    return this.#stemOfWord[word] ?? -1;
  }

  textOf(word: number): string {
    return this.#texts[word] ?? '';
  }

  isStopWord(word: number): boolean {
    return this.#stopWords.has(word);
  }

  /** Whether it begins with a digit. */
  isNumber(word: number): boolean {
    const code = this.#texts[word]?.charCodeAt(0) ?? 0;
    return code >= 0x30 && code <= 0x39;
  }

  /** The word's number in each language that has it. */
  findWords(word: string): number[] {
    const found = Array.from(this.#words.values(), (words) => words.get(word) ?? []);
    return [...new Set(found.flat())];
  }

  /** How many words as written there are; their numbers are below it. */
  get size(): number {
    return this.#texts.length;
  }

  /** Every word as written with its number, oldest first. */
  entries(): Iterable<[number: number, word: string]> {
    return this.#texts.entries();
  }

  /** The numbers of the word's stems, one for each language that has words of that stem, in the order of the languages' names. */
  findStems(word: string): number[] {
    const isShared = wordGroupOf(word, 'en') === 'other';
    // Not in the order of their first documents, which are hidden from some.
    const groups = [...this.#stems].sort(([one], [other]) => (one < other ? -1 : 1));
    return groups.flatMap(([group, stems]) => {
      if ((group === 'other') !== isShared) return [];
      return stems.get(stemWord(word, group === 'other' ? 'en' : group)) ?? [];
    });
  }
}

function getOrCreate<Key, Value>(outer: Map<Key, Map<string, Value>>, key: Key): Map<string, Value> {
  const known = outer.get(key);
  if (known !== undefined) return known;
  const added = new Map<string, Value>();
  outer.set(key, added);
  return added;
}

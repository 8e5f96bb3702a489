import { tokenizeTitle } from '../../analysis/company-names.ts';
import type { Language } from '../../analysis/detect-language.ts';
import { StoredWords } from '../stored-analysis.ts';

/** Numbers up to this one take two bytes. */
const MAX_SHORT = 0xffff;

/**
 * Joins the words of documents as analyzed: each distinct word is written once for all, and the words of the titles with those of the
 * texts. The numbers are those of the passages, each of its body and its headings, of the opening and of the title, document by document.
 */
export class GroupWriter {
  readonly #words = new Map<string, number>();
  readonly #languages: Language[] = [];
  readonly #numbers: number[] = [];
  #documents = 0;

  /** Adds the words of a document, as AnalysisWriter wrote them; the title is read in the given language. */
  add(analysis: Buffer, { title, language }: { title: string; language: Language }): void {
    this.#documents += 1;
    const stored = new StoredWords(analysis);
    const chunkCountAt = this.#numbers.push(0) - 1;
    const known: number[] = [];
    let texts = 0;
    for (; !stored.isAtEnd; texts += 1) {
      const spoken = stored.readLanguage();
      const count = stored.readNumber();
      this.#numbers.push(this.#numberOfLanguage(spoken), count);
      for (let term = 0; term < count; term += 1) {
        const number = stored.readNumber();
        const place = number >>> 1;
        const word = known[place] ?? this.#numberOf(stored.wordAt(place));
        known[place] = word;
        this.#numbers.push(word * 2 + (number & 1));
      }
    }
    // A body and headings for each passage; the opening comes last.
    this.#numbers[chunkCountAt] = (texts - 1) / 2;
    const terms = tokenizeTitle(title);
    this.#numbers.push(this.#numberOfLanguage(language), terms.length);
    for (const { text, kind } of terms)
      this.#numbers.push(this.#numberOf(text) * 2 + (kind === 'extra' ? 1 : 0));
  }

  /** Returns the number of documents, the bytes of a number, the length of the words, the words as UTF-8, and the numbers. */
  toBytes(): Buffer {
    const words = Buffer.from([this.#languages.join(' '), ...this.#words.keys()].join('\n'));
    const isShort = this.#numbers.every((number) => number <= MAX_SHORT);
    const numbers = isShort ? Uint16Array.from(this.#numbers) : Uint32Array.from(this.#numbers);
    const header = Uint32Array.of(this.#documents, numbers.BYTES_PER_ELEMENT, words.length);
    return Buffer.concat(
      [header, words, numbers].map(({ buffer, byteOffset, byteLength }) =>
        Buffer.from(buffer, byteOffset, byteLength),
      ),
    );
  }

  #numberOf(word: string): number {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    this.#words.set(word, this.#words.size);
    return this.#words.size - 1;
  }

  #numberOfLanguage(language: Language): number {
    if (!this.#languages.includes(language)) this.#languages.push(language);
    return this.#languages.indexOf(language);
  }
}

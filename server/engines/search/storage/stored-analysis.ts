import { isLanguage, type Language } from '../analysis/detect-language.ts';
import type { Term } from '../analysis/tokenize.ts';
import { DamagedIndexError } from './index-database.ts';
import type { AnalyzedWords, Vocabulary } from './vocabulary.ts';

/**
 * Increased whenever the same text gives other terms or another language; a test notices. Documents of another version are
 * analyzed again.
 */
export const ANALYSIS_VERSION = 2;

/** A text of a document: the body or the headings of a passage, or the opening. */
export interface AnalyzedText extends AnalyzedWords {
  readonly language: Language;
}

/**
 * Records the words of a document's texts in order, so that opening the index does not analyze them again, which takes most
 * of its time. Each distinct word is written once; a text is the list of their numbers.
 */
export class AnalysisWriter {
  readonly #vocabulary: Vocabulary;
  readonly #words = new Map<string, number>();
  readonly #languages: Language[] = [];
  readonly #numbers: number[] = [];

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Records a text, and returns its words as the vocabulary numbers them. */
  add(language: Language, terms: readonly Term[]): AnalyzedText {
    if (!this.#languages.includes(language)) this.#languages.push(language);
    this.#numbers.push(this.#languages.indexOf(language), terms.length);
    for (const { text, kind } of terms) {
      const number = this.#words.get(text) ?? this.#words.size;
      this.#words.set(text, number);
      this.#numbers.push(number * 2 + (kind === 'extra' ? 1 : 0));
    }
    return { language, ...this.#vocabulary.addTerms(terms, language) };
  }

  /** Returns the length of the words, the words as UTF-8, and the numbers. */
  toBytes(): Buffer {
    const words = Buffer.from([this.#languages.join(' '), ...this.#words.keys()].join('\n'));
    return Buffer.concat([encodeNumbers([words.length]), words, encodeNumbers(this.#numbers)]);
  }
}

/** Writes each number in groups of 7 bits, lowest first; all groups but the last have the highest bit. */
function encodeNumbers(numbers: readonly number[]): Buffer {
  const bytes: number[] = [];
  for (let number of numbers) {
    for (; number > 127; number >>>= 7) bytes.push((number & 127) | 128);
    bytes.push(number);
  }
  return Buffer.from(bytes);
}

/** Reads what AnalysisWriter wrote, text by text, as it is stored. @throws DamagedIndexError when the bytes are anything else. */
export class StoredWords {
  readonly bytes: Buffer;
  readonly #languages: readonly Language[];
  /** The start of each word; a line break lies before the next one. */
  readonly #starts: readonly number[];
  #offset = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    const length = this.readNumber();
    const end = this.#offset + length;
    if (end > bytes.length) throw damaged();
    const starts = listLineStarts(bytes, this.#offset, end);
    const languages = bytes.toString('utf8', this.#offset, (starts[0] ?? end + 1) - 1);
    this.#offset = end;
    this.#starts = starts;
    this.#languages = parseLanguages(languages);
  }

  get isAtEnd(): boolean {
    return this.#offset >= this.bytes.length;
  }

  /** Reads the language that a text begins with; the number of its terms follows, and the terms. */
  readLanguage(): Language {
    const language = this.#languages[this.readNumber()];
    if (language === undefined) throw damaged();
    return language;
  }

  /** Reads a number: for a term, twice the place of its word, plus one for an extra term. */
  readNumber(): number {
    for (let number = 0, factor = 1; factor <= 2 ** 28; factor *= 128) {
      const byte = this.bytes[this.#offset++];
      if (byte === undefined) break;
      number += (byte & 127) * factor;
      if (byte < 128) return number;
    }
    throw damaged();
  }

  /** Returns where the word at this place begins and ends in the bytes. */
  boundsOf(place: number): [start: number, end: number] {
    const start = this.#starts[place];
    const next = this.#starts[place + 1];
    if (start === undefined || next === undefined) throw damaged();
    return [start, next - 1];
  }
}

/** Reads the texts with the words as the vocabulary numbers them. */
export class AnalysisReader extends StoredWords {
  readonly #vocabulary: Vocabulary;
  /** The vocabulary's numbers of the words, by language; absent until the word occurs in a text of the language. */
  readonly #numbers = new Map<Language, (number | undefined)[]>();

  constructor(bytes: Buffer, vocabulary: Vocabulary) {
    super(bytes);
    this.#vocabulary = vocabulary;
  }

  read(): AnalyzedText {
    const language = this.readLanguage();
    const known = this.#numbers.get(language) ?? [];
    this.#numbers.set(language, known);
    const order: number[] = [];
    const stems: number[] = [];
    for (let left = this.readNumber(); left > 0; left -= 1) {
      const number = this.readNumber();
      const place = number >>> 1;
      const word = known[place] ?? this.#addWord(place, language);
      known[place] = word;
      stems.push(this.#vocabulary.stemOf(word));
      if ((number & 1) === 0) order.push(word);
    }
    return { language, order, stems };
  }

  #addWord(place: number, language: Language): number {
    const [start, end] = this.boundsOf(place);
    return this.#vocabulary.addBytes(this.bytes, start, end, language);
  }
}

/** Reads a line of languages. @throws DamagedIndexError when one is unknown. */
const parseLanguages = (line: string): Language[] =>
  line.split(' ').map((name) => {
    if (!isLanguage(name)) throw damaged();
    return name;
  });

const NEWLINE = 10;

/** Lists where the lines after the first begin, and as the last one where another would. */
function listLineStarts(bytes: Uint8Array, start: number, end: number): number[] {
  const starts: number[] = [];
  for (let at = start; at < end; at += 1) if (bytes[at] === NEWLINE) starts.push(at + 1);
  if (starts.length > 0) starts.push(end + 1);
  return starts;
}

export const damaged = (): DamagedIndexError =>
  new DamagedIndexError('The stored words of a document are malformed.');

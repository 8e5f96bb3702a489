import type { Language } from '../../analysis/detect-language.ts';
import { damaged, listLineStarts, parseLanguages } from '../stored-analysis.ts';
import type { Vocabulary } from '../vocabulary.ts';

const HEADER_BYTES = 12;

/** The words of a group in one language, by their places; -1 until the word occurs in a text of the language. */
interface KnownWords {
  readonly language: Language;
  /** Numbers of the vocabulary. */
  readonly words: Int32Array;
  /** Places in `GroupReader.stems`. */
  readonly stems: Int32Array;
}

/** Reads what GroupWriter wrote, number by number. @throws DamagedIndexError when the bytes are anything else. */
export class GroupReader {
  readonly documentCount: number;
  readonly numbers: Uint16Array | Uint32Array;
  /** The place of the next number. */
  at = 0;
  /** The most stems that the group can have. */
  readonly maxStems: number;
  /** The vocabulary's numbers of the stems that were read so far: lists by their places are short enough for the processor's cache. */
  readonly stems: number[] = [];
  readonly #vocabulary: Vocabulary;
  readonly #bytes: Buffer;
  readonly #starts: readonly number[];
  readonly #known: readonly KnownWords[];
  readonly #places = new Map<number, number>();

  constructor(bytes: Buffer, vocabulary: Vocabulary) {
    if (bytes.length < HEADER_BYTES) throw damaged();
    const [documentCount, width, wordsLength] = [0, 4, 8].map((at) => bytes.readUInt32LE(at)) as [
      number,
      number,
      number,
    ];
    const end = HEADER_BYTES + wordsLength;
    const isWidth = width === 2 || width === 4;
    if (!isWidth || end > bytes.length || (bytes.length - end) % width !== 0) throw damaged();
    this.#vocabulary = vocabulary;
    this.#bytes = bytes;
    this.documentCount = documentCount;
    this.#starts = listLineStarts(bytes, HEADER_BYTES, end);
    const languages = parseLanguages(bytes.toString('utf8', HEADER_BYTES, (this.#starts[0] ?? end + 1) - 1));
    const wordCount = Math.max(0, this.#starts.length - 1);
    this.#known = languages.map((language) => ({
      language,
      words: new Int32Array(wordCount).fill(-1),
      stems: new Int32Array(wordCount).fill(-1),
    }));
    this.maxStems = wordCount * languages.length;
    // A copy, since numbers must begin at a multiple of their size.
    const numbers = Uint8Array.from(bytes.subarray(end)).buffer;
    this.numbers = width === 2 ? new Uint16Array(numbers) : new Uint32Array(numbers);
  }

  readNumber(): number {
    const number = this.numbers[this.at++];
    if (number === undefined) throw damaged();
    return number;
  }

  /** Returns the words of the language with this number. */
  knownWords(language: number): KnownWords {
    const known = this.#known[language];
    if (known === undefined) throw damaged();
    return known;
  }

  /** Adds the word at this place to the vocabulary, and returns the place of its stem. */
  addWord({ language, words, stems }: KnownWords, place: number): number {
    const [start, next] = [this.#starts[place], this.#starts[place + 1]];
    if (start === undefined || next === undefined) throw damaged();
    const word = this.#vocabulary.addBytes(this.#bytes, start, next - 1, language);
    const stem = this.#vocabulary.stemOf(word);
    let stemPlace = this.#places.get(stem);
    if (stemPlace === undefined) {
      stemPlace = this.stems.push(stem) - 1;
      this.#places.set(stem, stemPlace);
    }
    words[place] = word;
    stems[place] = stemPlace;
    return stemPlace;
  }
}

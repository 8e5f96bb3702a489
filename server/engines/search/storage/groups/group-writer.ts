import { tokenizeTitle } from '../../analysis/company-names.ts';
import { type Language, wordGroupOf } from '../../analysis/detect-language.ts';
import { stemWord } from '../../analysis/stem-word.ts';
import { ByteWords } from '../arrays/byte-words.ts';
import { damaged, StoredWords } from '../stored-analysis.ts';
import { PostingsWriter } from './group-postings.ts';
import { packSections } from './sections.ts';
import { packTexts, type TaggedText } from './text-table.ts';

/** Numbers up to this one take two bytes. */
const MAX_SHORT = 0xffff;

/** The words of a text by their numbers, and the numbers of their stems. */
class Text {
  /** Twice the number of each word, plus one for an extra term. */
  readonly terms: number[] = [];
  readonly stems: number[] = [];
}

interface Document {
  readonly language: number;
  readonly openingLength: number;
  readonly title: Text;
  /** The body and the headings of each passage. */
  readonly passages: readonly Text[];
}

/** Numbers distinct texts with their tags from 0. */
class TextNumbers {
  readonly texts: TaggedText[] = [];
  readonly #bytes = new ByteWords();
  /** By tag and the number of the bytes. */
  readonly #numbers: number[][] = [];

  numberOf(text: string, tag: number): number {
    const bytes = Buffer.from(text);
    return this.numberOfBytes(bytes, 0, bytes.length, tag);
  }

  /** Returns the number of the text between two places of UTF-8. */
  numberOfBytes(source: Buffer, start: number, end: number, tag: number): number {
    const numbers = this.#numbers[tag] ?? [];
    this.#numbers[tag] = numbers;
    const place = this.#bytes.numberOf(source, start, end);
    const known = numbers[place];
    if (known !== undefined) return known;
    const added = this.texts.push({ text: source.toString('utf8', start, end), tag }) - 1;
    numbers[place] = added;
    return added;
  }
}

/**
 * Joins the words of documents as analyzed, in the form in which an open index reads them (`group-content.ts`): the distinct
 * words of all texts and titles, their stems, the texts as lists of the numbers of words, and the postings of each stem.
 */
export class GroupWriter {
  readonly #words = new TextNumbers();
  readonly #stems = new TextNumbers();
  readonly #stemOfWord: number[] = [];
  /** Tags of words and stems are places in this list. */
  readonly #names: string[] = [];
  readonly #postings = new PostingsWriter();
  readonly #documents: Document[] = [];
  #passageCount = 0;

  /** Adds the words of a document, as AnalysisWriter wrote them; the title is read in the given language. */
  add(analysis: Buffer, { title, language }: { title: string; language: Language }): void {
    const stored = new StoredWords(analysis);
    const known = new Map<Language, number[]>();
    const texts: Text[] = [];
    while (!stored.isAtEnd) texts.push(this.#readText(stored, known));
    // A body and headings for each passage; the opening comes last.
    const opening = texts.pop();
    if (opening === undefined || texts.length % 2 !== 0) throw damaged();
    const titleText = new Text();
    for (const { text, kind } of tokenizeTitle(title)) {
      const word = this.#words.numberOf(text, this.#tagOf(language));
      this.#addTerm(titleText, this.#withStem(word, language), kind === 'extra' ? 1 : 0);
    }
    const unit =
      this.#documents.push({
        language: this.#tagOf(language),
        openingLength: opening.terms.length,
        title: titleText,
        passages: texts,
      }) - 1;
    this.#postings.add('opening', unit, opening.stems);
    this.#postings.add('title', unit, titleText.stems);
    for (const [nth, { stems }] of texts.entries())
      this.#postings.add(nth % 2 === 0 ? 'body' : 'headings', this.#passageCount + (nth >>> 1), stems);
    this.#passageCount += texts.length / 2;
  }

  /** Returns the sections that `GroupContent` reads; `pause` is awaited between steps of some milliseconds. */
  async toBytes(pause: () => Promise<void> | undefined): Promise<Buffer> {
    const { texts } = this.#words;
    // Sorted, so that the words with a beginning lie side by side.
    const order = Array.from(texts.keys()).sort((left, right) =>
      compare(texts[left]?.text ?? '', texts[right]?.text ?? ''),
    );
    const places = new Uint32Array(order.length);
    for (const [place, word] of order.entries()) places[word] = place;
    await pause();
    const numbers = this.#listNumbers(places);
    const isShort = areShort(numbers);
    await pause();
    const words = packTexts(order.flatMap((word) => texts[word] ?? []));
    await pause();
    const stems = packTexts(this.#stems.texts);
    await pause();
    const postings = this.#postings.toSections(this.#stems.texts.length);
    await pause();
    return packSections([
      Uint32Array.of(this.#documents.length, isShort ? 2 : 4),
      Buffer.from(this.#names.join(' ')),
      ...words,
      ...stems,
      isShort ? new Uint16Array(numbers) : numbers,
      ...postings,
    ]);
  }

  #readText(stored: StoredWords, known: Map<Language, number[]>): Text {
    const language = stored.readLanguage();
    const words = known.get(language) ?? [];
    known.set(language, words);
    const text = new Text();
    for (let left = stored.readNumber(); left > 0; left -= 1) {
      const number = stored.readNumber();
      const place = number >>> 1;
      const word = words[place] ?? this.#readWord(stored, place, language);
      words[place] = word;
      this.#addTerm(text, word, number & 1);
    }
    return text;
  }

  #addTerm(text: Text, word: number, extra: number): void {
    text.terms.push(word * 2 + extra);
    text.stems.push(this.#stemOfWord[word] ?? 0);
  }

  #readWord(stored: StoredWords, place: number, language: Language): number {
    const bounds = stored.boundsOf(place);
    return this.#withStem(
      this.#words.numberOfBytes(stored.bytes, ...bounds, this.#tagOf(language)),
      language,
    );
  }

  /** Returns the word once its stem is numbered. */
  #withStem(word: number, language: Language): number {
    const { text } = this.#words.texts[word] ?? { text: '' };
    this.#stemOfWord[word] ??= this.#stems.numberOf(
      stemWord(text, language),
      this.#tagOf(wordGroupOf(text, language)),
    );
    return word;
  }

  #tagOf(name: string): number {
    const known = this.#names.indexOf(name);
    return known < 0 ? this.#names.push(name) - 1 : known;
  }

  /** Lists the documents as `GroupContent` has them, by the new places of the words. */
  #listNumbers(places: Uint32Array): Uint32Array {
    const lengthOf = ({ terms }: Text) => terms.length + 1;
    const lengths = this.#documents.map(({ title, passages }) =>
      passages.reduce((sum, text) => sum + lengthOf(text), 3 + lengthOf(title)),
    );
    const numbers = new Uint32Array(lengths.reduce((sum, length) => sum + length, 0));
    let at = 0;
    const write = ({ terms }: Text) => {
      numbers[at++] = terms.length;
      for (const term of terms) numbers[at++] = (places[term >>> 1] ?? 0) * 2 + (term & 1);
    };
    for (const { language, openingLength, title, passages } of this.#documents) {
      numbers.set([passages.length / 2, language, openingLength], at);
      at += 3;
      write(title);
      for (const text of passages) write(text);
    }
    return numbers;
  }
}

/** A loop, because `every` takes ten times as long for a million numbers. */
function areShort(numbers: Uint32Array): boolean {
  for (const number of numbers) if (number > MAX_SHORT) return false;
  return true;
}

const compare = (left: string, right: string): number => {
  if (left === right) return 0;
  return left < right ? -1 : 1;
};

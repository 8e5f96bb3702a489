import type { Language } from '../../analysis/detect-language.ts';
import { tokenize } from '../../analysis/tokenize.ts';
import { PASSAGE_END } from '../arrays/word-sequences.ts';
import type { IndexedEntry } from '../indexed-entry.ts';
import type { InvertedIndex } from '../inverted-index.ts';
import { damaged } from '../stored-analysis.ts';
import type { AnalyzedWords } from '../vocabulary.ts';
import { FieldCollector } from './field-collector.ts';
import { GroupReader } from './group-reader.ts';
import type { GroupedDocument, StoredGroup } from './group-table.ts';

/** The words of a text in order; the array is used again for the next text. */
interface Order {
  words: Uint32Array;
  length: number;
}

const createOrder = (): Order => ({ words: new Uint32Array(1024), length: 0 });

/** Adds groups of documents to an index, with memory that serves one group after the other. */
export class GroupLoader {
  readonly #index: InvertedIndex;
  readonly #chunkFields: Record<'body' | 'headings', FieldCollector>;
  readonly #documentFields: Record<'title' | 'opening', FieldCollector>;
  readonly #fields: readonly FieldCollector[];
  readonly #body = createOrder();
  readonly #other = createOrder();

  constructor(index: InvertedIndex) {
    const { chunkFields, documentFields } = index;
    this.#index = index;
    this.#chunkFields = {
      body: new FieldCollector(chunkFields.body),
      headings: new FieldCollector(chunkFields.headings),
    };
    this.#documentFields = {
      title: new FieldCollector(documentFields.title),
      opening: new FieldCollector(documentFields.opening),
    };
    this.#fields = [...Object.values(this.#chunkFields), ...Object.values(this.#documentFields)];
  }

  /** Adds the documents of a group as if they were added one by one, and returns them to be published. */
  add({ key, content, documents }: StoredGroup): IndexedEntry[] {
    const reader = new GroupReader(content, this.#index.vocabulary);
    if (reader.documentCount !== documents.length) throw damaged();
    for (const field of this.#fields) field.begin(reader.maxStems);
    const paths = new Map<string, AnalyzedWords>();
    const entries = documents.map((document) => this.#addDocument(reader, document, paths));
    if (reader.at !== reader.numbers.length) throw damaged();
    for (const field of this.#fields) field.addTo(reader.stems);
    const chunks = entries.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
    const group = { key, chunks, isDeleted: false };
    for (const entry of entries) entry.group = group;
    return entries;
  }

  /** Adds the next document. Paths are not part of the group, since a folder above a document is renamed without putting it again. */
  #addDocument(
    reader: GroupReader,
    { versionKey, ...document }: GroupedDocument,
    paths: Map<string, AnalyzedWords>,
  ): IndexedEntry {
    const { vocabulary, documentFields } = this.#index;
    const entry = this.#index.createEntry(versionKey, document);
    let length = 0;
    for (let left = reader.readNumber(); left > 0; left -= 1) {
      entry.language = readText(reader, this.#body, this.#chunkFields.body);
      readText(reader, this.#other, this.#chunkFields.headings);
      const unit = this.#index.addPassage(entry, wordsOf(this.#body), wordsOf(this.#other));
      length += this.#chunkFields.body.finish(unit);
      this.#chunkFields.headings.finish(unit);
    }
    documentFields.body.add(entry.unit, length, []);
    readText(reader, this.#other, this.#documentFields.opening);
    this.#documentFields.opening.finish(entry.unit);
    readText(reader, this.#other, this.#documentFields.title);
    this.#documentFields.title.finish(entry.unit);
    const pathKey = `${entry.language} ${entry.path}`;
    const path = paths.get(pathKey) ?? vocabulary.addTerms(tokenize(entry.path), entry.language);
    paths.set(pathKey, path);
    documentFields.path.add(entry.unit, path.stems);
    entry.labelWords = [...wordsOf(this.#other), PASSAGE_END, ...path.order];
    return entry;
  }
}

/** Reads a text into `order`, counts its terms in the field, and returns its language. */
function readText(reader: GroupReader, order: Order, field: FieldCollector): Language {
  const known = reader.knownWords(reader.readNumber());
  const count = reader.readNumber();
  const { numbers, at: start } = reader;
  const end = start + count;
  if (end > numbers.length) throw damaged();
  if (count > order.words.length) order.words = new Uint32Array(count * 2);
  let length = 0;
  for (let at = start; at < end; at += 1) {
    const number = numbers[at] ?? 0;
    const place = number >>> 1;
    let stem = known.stems[place] ?? -1;
    if (stem < 0) stem = reader.addWord(known, place);
    field.count(stem);
    if ((number & 1) === 0) order.words[length++] = known.words[place] ?? 0;
  }
  reader.at = end;
  order.length = length;
  return known.language;
}

const wordsOf = ({ words, length }: Order): Uint32Array => words.subarray(0, length);

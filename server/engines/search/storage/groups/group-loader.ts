import type { Language } from '../../analysis/detect-language.ts';
import { tokenize } from '../../analysis/tokenize.ts';
import type { IndexedEntry } from '../indexed-entry.ts';
import type { InvertedIndex } from '../inverted-index.ts';
import { damaged } from '../stored-analysis.ts';
import { GroupContent } from './group-content.ts';
import type { GroupedDocument, StoredGroup } from './group-table.ts';

/** Adds groups of documents to an index, before any other document. */
export class GroupLoader {
  readonly #index: InvertedIndex;
  /** The stems of paths, by language: thousands of documents share a path. */
  readonly #stemsOfPath = new Map<string, readonly number[]>();

  constructor(index: InvertedIndex) {
    this.#index = index;
  }

  /** Adds the documents of a group as if they were added one by one, and returns them to be published. */
  add({ key, content: bytes, documents }: StoredGroup): IndexedEntry[] {
    const content = new GroupContent(bytes);
    if (content.documentCount !== documents.length) throw damaged();
    const { documents: firstUnit, chunks: firstChunk } = this.#index.size;
    const reader = { content, at: 0, starts: [], titles: [] };
    const entries = documents.map((document) => this.#addDocument(reader, document));
    if (reader.at !== content.numbers.length) throw damaged();
    const [starts, titles] = [Uint32Array.from(reader.starts), Uint32Array.from(reader.titles)];
    this.#index.groups.add({ content, firstChunk, firstUnit, starts, titles });
    const group = { key, chunks: starts.length, isDeleted: false };
    for (const entry of entries) entry.group = group;
    return entries;
  }

  /**
   * Adds the next document. Paths are not part of the group, since a folder above a document is renamed without putting it again.
   */
  #addDocument(reader: Reader, { versionKey, ...document }: GroupedDocument): IndexedEntry {
    const { chunkFields, documentFields } = this.#index;
    const { content } = reader;
    const entry = this.#index.createEntry(versionKey, document);
    const { unit } = entry;
    const passages = readNumber(reader);
    const language = content.names[readNumber(reader)];
    if (language === undefined || language === 'other') throw damaged();
    entry.language = language;
    documentFields.opening.lengths[unit] = readNumber(reader);
    reader.titles.push(reader.at);
    documentFields.title.lengths[unit] = skipText(reader);
    let length = 0;
    for (let passage = 0; passage < passages; passage += 1) {
      const chunk = this.#index.addStoredPassage(entry);
      reader.starts.push(reader.at);
      const bodyLength = skipText(reader);
      length += bodyLength;
      chunkFields.body.lengths[chunk] = bodyLength;
      chunkFields.headings.lengths[chunk] = skipText(reader);
    }
    documentFields.body.add(unit, length, []);
    documentFields.path.add(unit, this.#stemsOf(entry.path, language));
    return entry;
  }

  #stemsOf(path: string, language: Language): readonly number[] {
    const key = `${language} ${path}`;
    const stems =
      this.#stemsOfPath.get(key) ?? this.#index.vocabulary.addTerms(tokenize(path), language).stems;
    this.#stemsOfPath.set(key, stems);
    return stems;
  }
}

interface Reader {
  readonly content: GroupContent;
  at: number;
  readonly starts: number[];
  readonly titles: number[];
}

function readNumber(reader: Reader): number {
  const number = reader.content.numbers[reader.at++];
  if (number === undefined) throw damaged();
  return number;
}

/** Reads the length of a text, and goes to its end. */
function skipText(reader: Reader): number {
  const length = readNumber(reader);
  reader.at += length;
  return length;
}

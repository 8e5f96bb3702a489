import { tokenize } from '../analysis/tokenize.ts';
import type { Chunk, DocumentLocation, IndexedDocument } from '../search-types.ts';
import { TitleBeginnings } from '../suggest/title-beginnings.ts';
import { containsPhrase, PASSAGE_END, type Phrase, WordSequences } from './arrays/word-sequences.ts';
import { buildDocument } from './build-document.ts';
import { DocumentTexts } from './document-texts.ts';
import { StoredGroups } from './groups/stored-groups.ts';
import type { EntryBuilder, IndexedEntry } from './indexed-entry.ts';
import { IndexedField, unitOf } from './indexed-field.ts';
import { Vocabulary } from './vocabulary.ts';

/** Stands for a document without text, which is then found by its title. */
export const EMPTY_CHUNK: Chunk = { ordinal: 0, text: '', headings: '', start: 0, end: 0 };

type NewDocument = Omit<IndexedDocument, 'chunks' | 'opening'>;

/**
 * The inverted index in memory. An added document is invisible until it is published, so that it can be read in slices.
 * A withdrawn document leaves its postings behind (`counts.stale`) until the index is loaded again.
 */
export class InvertedIndex {
  readonly vocabulary = new Vocabulary();
  /** The documents that the index was opened with and that the file stores in groups. */
  readonly groups = new StoredGroups(this.vocabulary);
  readonly #documentOfChunk: number[] = [];
  readonly chunkFields = {
    body: new IndexedField(1, 0.6, (stem) => this.groups.postings.read('body', stem)),
    headings: new IndexedField(1.5, 0.3, (stem) => this.groups.postings.read('headings', stem)),
  };
  readonly documentFields = {
    body: new DocumentTexts(this.chunkFields.body, this.#documentOfChunk),
    title: new IndexedField(2, 0.3, (stem) => this.groups.postings.read('title', stem)),
    opening: new IndexedField(0.5, 0.3, (stem) => this.groups.postings.read('opening', stem)),
    path: new IndexedField(0.5, 0.3),
  };
  readonly titleBeginnings = new TitleBeginnings(this);
  readonly #chunkWords = new WordSequences();
  readonly #entriesById = new Map<number, IndexedEntry>();
  readonly #entriesByUnit: (IndexedEntry | undefined)[] = [];
  #units = 0;
  #publishedChunks = 0;

  /** Takes away unused room, after most documents were added; yields between the fields. */
  *compact(): Generator<void> {
    const { body: _, ...documentFields } = this.documentFields;
    for (const field of [...Object.values(this.chunkFields), ...Object.values(documentFields)]) {
      field.compact();
      yield;
    }
    this.#chunkWords.compact();
  }

  /** Adds a document, invisible until published. Only one may be under construction at a time. */
  addDocument(versionKey: number, document: NewDocument): EntryBuilder {
    return buildDocument(this, this.createEntry(versionKey, document));
  }

  /** Numbers a document whose passages and fields the caller adds, before it publishes it. */
  createEntry(versionKey: number, { id, location, title, path }: NewDocument): IndexedEntry {
    return {
      id,
      versionKey,
      unit: this.#units++,
      firstChunk: this.#documentOfChunk.length,
      chunkCount: 0,
      location,
      title,
      path,
      language: 'en',
      labelWords: undefined,
      group: undefined,
    };
  }

  /** Adds the words of the next passage of the document under construction, and returns the unit of the passage. */
  addPassage(entry: IndexedEntry, body: ArrayLike<number>, headings: ArrayLike<number>): number {
    const unit = this.#documentOfChunk.push(entry.unit) - 1;
    entry.chunkCount++;
    this.#chunkWords.add(body, headings);
    return unit;
  }

  /** Numbers the next passage of a document in a group, and returns its unit. */
  addStoredPassage(entry: IndexedEntry): number {
    entry.chunkCount++;
    return this.#documentOfChunk.push(entry.unit) - 1;
  }

  /** Makes the document visible in place of its previous version. */
  publish(entry: IndexedEntry): void {
    this.withdraw(entry.id);
    this.#entriesById.set(entry.id, entry);
    this.#entriesByUnit[entry.unit] = entry;
    this.#publishedChunks += entry.chunkCount;
    this.titleBeginnings.add(entry);
  }

  /** Changes where a published document lies; its text, title and vectors stay. */
  place(entry: IndexedEntry, location: DocumentLocation, path: string): void {
    const previous = this.vocabulary.addTerms(tokenize(entry.path), entry.language);
    const current = this.vocabulary.addTerms(tokenize(path), entry.language);
    this.documentFields.path.replace(entry.unit, previous.stems, current.stems);
    const labels = this.labelWordsOf(entry);
    const title = labels.slice(0, labels.indexOf(PASSAGE_END));
    entry.labelWords = [...title, PASSAGE_END, ...current.order];
    entry.location = location;
    entry.path = path;
  }

  withdraw(id: number): void {
    const entry = this.#entriesById.get(id);
    if (entry === undefined) return;
    this.#publishedChunks -= entry.chunkCount;
    this.#entriesByUnit[entry.unit] = undefined;
    this.#entriesById.delete(id);
    this.titleBeginnings.remove(entry);
  }

  find(id: number): IndexedEntry | undefined {
    return this.#entriesById.get(id);
  }

  entries(): Iterable<IndexedEntry> {
    return this.#entriesById.values();
  }

  /** Returns the published document of this unit. */
  entryOfUnit(unit: number): IndexedEntry | undefined {
    return this.#entriesByUnit[unit];
  }

  /** Returns the published document that the chunk belongs to. */
  entryOf(chunk: number): IndexedEntry | undefined {
    return this.#entriesByUnit[this.#documentOfChunk[chunk] ?? -1];
  }

  /** Yields the passages that contain the stem; for a document whose title or path contains it, its first passage. */
  *occurrencesOf(stem: number): Generator<{ entry: IndexedEntry; chunk: number }, void> {
    for (const field of [this.chunkFields.body, this.chunkFields.headings]) {
      for (const posting of field.postingsOf(stem)) {
        const chunk = unitOf(posting);
        const entry = this.entryOf(chunk);
        if (entry !== undefined) yield { entry, chunk };
      }
    }
    for (const field of [this.documentFields.title, this.documentFields.path]) {
      for (const posting of field.postingsOf(stem)) {
        const entry = this.#entriesByUnit[unitOf(posting)];
        if (entry !== undefined) yield { entry, chunk: entry.firstChunk };
      }
    }
  }

  /** Returns the words of a chunk and its headings as written, in order. */
  wordsOf(chunk: number): Uint32Array {
    const { chunkCount } = this.groups;
    return chunk < chunkCount ? this.groups.wordsOf(chunk) : this.#chunkWords.wordsOf(chunk - chunkCount);
  }

  /** Returns the words of the title and of the path in order, with PASSAGE_END between them. */
  labelWordsOf(entry: IndexedEntry): readonly number[] {
    entry.labelWords ??= this.#readLabels(entry);
    return entry.labelWords;
  }

  #readLabels({ unit, path, language }: IndexedEntry): number[] {
    const title = this.groups.titles.wordsOf(unit);
    return [...title, PASSAGE_END, ...this.vocabulary.addTerms(tokenize(path), language).order];
  }

  /** Upper bounds (exclusive) of the unit numbers. */
  get size(): { documents: number; chunks: number } {
    return { documents: this.#units, chunks: this.#documentOfChunk.length };
  }

  get counts(): { documents: number; chunks: number; stale: number } {
    return {
      documents: this.#entriesById.size,
      chunks: this.#publishedChunks,
      stale: this.#documentOfChunk.length - this.#publishedChunks,
    };
  }

  /** Returns whether the chunk, its headings, or its document's title or path contain the phrase word for word. */
  containsPhrase(entry: IndexedEntry, chunk: number, phrase: Phrase): boolean {
    const labels = this.labelWordsOf(entry);
    return this.#hasPhrase(chunk, phrase) || containsPhrase(labels, phrase, 0, labels.length);
  }

  #hasPhrase(chunk: number, phrase: Phrase): boolean {
    const { chunkCount } = this.groups;
    if (chunk >= chunkCount) return this.#chunkWords.contains(chunk - chunkCount, phrase);
    const words = this.groups.wordsOf(chunk);
    return containsPhrase(words, phrase, 0, words.length);
  }
}

import { tokenizeTitle } from '../analysis/company-names.ts';
import { detectLanguage } from '../analysis/detect-language.ts';
import { tokenize } from '../analysis/tokenize.ts';
import type { Chunk, DocumentLocation, IndexedDocument } from '../search-types.ts';
import type { EntryBuilder, IndexedEntry } from './indexed-entry.ts';
import { IndexedField, unitOf } from './indexed-field.ts';
import { AnalysisReader, AnalysisWriter, type AnalyzedText } from './stored-analysis.ts';
import { Vocabulary } from './vocabulary.ts';
import { containsPhrase, PASSAGE_END, type Phrase, WordSequences } from './word-sequences.ts';

/** Stands for a document without text, which is then found by its title. */
export const EMPTY_CHUNK: Chunk = { ordinal: 0, text: '', headings: '', start: 0, end: 0 };

/**
 * The inverted index in memory. An added document is invisible until it is published, so that it can be read in slices.
 * A withdrawn document leaves its postings behind (`counts.stale`) until the index is loaded again.
 */
export class InvertedIndex {
  readonly vocabulary = new Vocabulary();
  readonly chunkFields = { body: new IndexedField(1, 0.6), headings: new IndexedField(1.5, 0.3) };
  readonly documentFields = {
    body: new IndexedField(1, 0.6),
    title: new IndexedField(2, 0.3),
    opening: new IndexedField(0.5, 0.3),
    path: new IndexedField(0.5, 0.3),
  };
  readonly #chunkWords = new WordSequences();
  readonly #documentOfChunk: number[] = [];
  readonly #entriesById = new Map<number, IndexedEntry>();
  readonly #entriesByUnit = new Map<number, IndexedEntry>();
  #units = 0;
  #publishedChunks = 0;

  /** Adds a document, invisible until published. Only one may be under construction at a time. */
  addDocument(versionKey: number, document: Omit<IndexedDocument, 'chunks' | 'opening'>): EntryBuilder {
    const { id, location, title, path } = document;
    const entry: IndexedEntry = {
      id,
      versionKey,
      unit: this.#units++,
      firstChunk: this.#documentOfChunk.length,
      chunkCount: 0,
      location,
      title,
      path,
      language: 'en',
      labelWords: [],
    };
    const bodyStems: number[] = [];
    const missing: number[] = [];
    const addPassage = (body: AnalyzedText, headings: AnalyzedText): void => {
      const unit = this.#documentOfChunk.push(entry.unit) - 1;
      entry.chunkCount++;
      entry.language = body.language;
      this.chunkFields.body.add(unit, body.stems);
      this.chunkFields.headings.add(unit, headings.stems);
      this.#chunkWords.add(body.order, headings.order);
      for (const stem of body.stems) bodyStems.push(stem);
    };
    const complete = (opening: AnalyzedText): void => {
      this.documentFields.body.add(entry.unit, bodyStems);
      this.documentFields.opening.add(entry.unit, opening.stems);
      this.#addLabels(entry);
    };
    const written = new AnalysisWriter(this.vocabulary);
    return {
      entry,
      addChunk: (chunk) => {
        const terms = tokenize(chunk.text);
        const language = detectLanguage(terms, entry.language);
        addPassage(written.add(language, terms), written.add(language, tokenize(chunk.headings)));
      },
      finish: (opening) => {
        complete(written.add(entry.language, tokenize(opening)));
        return written.toBytes();
      },
      addPassage: (analysis) => {
        if (analysis !== undefined) {
          const stored = new AnalysisReader(analysis, this.vocabulary);
          return addPassage(stored.read(), stored.read());
        }
        missing.push(this.#documentOfChunk.push(entry.unit) - 1);
        entry.chunkCount++;
        this.#chunkWords.add([], []);
      },
      finishPartial: ({ opening, language, furtherStems, lengths }) => {
        const chunks = { from: entry.firstChunk, to: entry.firstChunk + entry.chunkCount };
        this.chunkFields.body.fill(missing, chunks, lengths.body);
        this.chunkFields.headings.fill(missing, chunks, lengths.headings);
        entry.language = language;
        bodyStems.push(...furtherStems);
        complete({ language, ...this.vocabulary.addTerms(tokenize(opening), language) });
      },
      addAnalysis: (analysis) => {
        const stored = new AnalysisReader(analysis, this.vocabulary);
        for (let text = stored.read(); ; text = stored.read()) {
          if (stored.isAtEnd) return complete(text);
          addPassage(text, stored.read());
        }
      },
    };
  }

  /** Makes the document visible in place of its previous version. */
  publish(entry: IndexedEntry): void {
    this.withdraw(entry.id);
    this.#entriesById.set(entry.id, entry);
    this.#entriesByUnit.set(entry.unit, entry);
    this.#publishedChunks += entry.chunkCount;
  }

  /** Changes where a published document lies; its text, title and vectors stay. */
  place(entry: IndexedEntry, location: DocumentLocation, path: string): void {
    const previous = this.vocabulary.addTerms(tokenize(entry.path), entry.language);
    const current = this.vocabulary.addTerms(tokenize(path), entry.language);
    this.documentFields.path.replace(entry.unit, previous.stems, current.stems);
    const title = entry.labelWords.slice(0, entry.labelWords.indexOf(PASSAGE_END));
    entry.labelWords = [...title, PASSAGE_END, ...current.order];
    entry.location = location;
    entry.path = path;
  }

  withdraw(id: number): void {
    const entry = this.#entriesById.get(id);
    if (entry === undefined) return;
    this.#publishedChunks -= entry.chunkCount;
    this.#entriesByUnit.delete(entry.unit);
    this.#entriesById.delete(id);
  }

  find(id: number): IndexedEntry | undefined {
    return this.#entriesById.get(id);
  }

  entries(): Iterable<IndexedEntry> {
    return this.#entriesById.values();
  }

  /** Returns the published document of this unit. */
  entryOfUnit(unit: number): IndexedEntry | undefined {
    return this.#entriesByUnit.get(unit);
  }

  /** Returns the published document that the chunk belongs to. */
  entryOf(chunk: number): IndexedEntry | undefined {
    return this.#entriesByUnit.get(this.#documentOfChunk[chunk] ?? -1);
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
        const entry = this.#entriesByUnit.get(unitOf(posting));
        if (entry !== undefined) yield { entry, chunk: entry.firstChunk };
      }
    }
  }

  /** Returns the words of a chunk and its headings as written, in order. */
  wordsOf(chunk: number): Uint32Array {
    return this.#chunkWords.wordsOf(chunk);
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
    return (
      this.#chunkWords.contains(chunk, phrase) ||
      containsPhrase(entry.labelWords, phrase, 0, entry.labelWords.length)
    );
  }

  #addLabels(entry: IndexedEntry): void {
    const title = this.vocabulary.addTerms(tokenizeTitle(entry.title), entry.language);
    const path = this.vocabulary.addTerms(tokenize(entry.path), entry.language);
    this.documentFields.title.add(entry.unit, title.stems);
    this.documentFields.path.add(entry.unit, path.stems);
    entry.labelWords = [...title.order, PASSAGE_END, ...path.order];
  }
}

import { detectLanguage, type Language } from '../analysis/detect-language.ts';
import { type Term, tokenize } from '../analysis/tokenize.ts';
import type { Chunk, DocumentLocation, IndexedDocument } from '../search-engine.ts';
import { IndexedField, unitOf } from './indexed-field.ts';
import { Vocabulary } from './vocabulary.ts';
import { containsPhrase, PASSAGE_END, type Phrase, WordSequences } from './word-sequences.ts';

/** A document as the index holds it; its chunks are the units from `first` on. */
export interface IndexedEntry {
  readonly id: number;
  /** Names this version of the document in the index file. */
  readonly versionKey: number;
  readonly unit: number;
  readonly firstChunk: number;
  chunkCount: number;
  location: DocumentLocation;
  title: string;
  path: string;
  /** Of its latest passage that told; its names are read in it too. */
  language: Language;
  /** The words of title and path in order. */
  labelWords: number[];
}

interface AnalyzedWords {
  /** As written, in order, codes in their parts. */
  order: number[];
  stems: number[];
}

/**
 * The inverted index, in memory. What is added stays out of sight until it is shown, so a document can be read in
 * slices; what is hidden leaves its postings behind (`hidden` counts them), to be dropped when the index is read anew.
 */
export class InvertedIndex {
  readonly vocabulary = new Vocabulary();
  readonly chunkFields = { body: new IndexedField(1, 0.6), headings: new IndexedField(1.5, 0.3) };
  readonly documentFields = {
    body: new IndexedField(1, 0.6),
    title: new IndexedField(2, 0.3),
    head: new IndexedField(0.5, 0.3),
    path: new IndexedField(0.5, 0.3),
  };
  readonly #chunkWords = new WordSequences();
  readonly #documentOfChunk: number[] = [];
  readonly #entriesById = new Map<number, IndexedEntry>();
  readonly #entriesByUnit = new Map<number, IndexedEntry>();
  #units = 0;
  #publishedChunks = 0;

  /** Begins a document; the chunks are added with `read` and it is shown after `finish`. One at a time. */
  addDocument(
    key: number,
    document: Omit<IndexedDocument, 'chunks' | 'opening'>,
  ): { held: IndexedEntry; read: (chunk: Chunk) => void; finish: (head: string) => void } {
    const { id, location, title, path } = document;
    const held: IndexedEntry = {
      id,
      versionKey: key,
      unit: this.#units++,
      firstChunk: this.#documentOfChunk.length,
      chunkCount: 0,
      location: location,
      title,
      path,
      language: 'en',
      labelWords: [],
    };
    const bodyStems: number[] = [];
    return {
      held,
      read: (chunk) => {
        const unit = this.#documentOfChunk.push(held.unit) - 1;
        held.chunkCount++;
        const terms = tokenize(chunk.text);
        held.language = detectLanguage(terms, held.language);
        const body = this.#addTerms(terms, held.language);
        const headings = this.#addTerms(tokenize(chunk.headings), held.language);
        this.chunkFields.body.add(unit, body.stems);
        this.chunkFields.headings.add(unit, headings.stems);
        this.#chunkWords.add([...body.order, PASSAGE_END, ...headings.order]);
        for (const stem of body.stems) bodyStems.push(stem);
      },
      finish: (head) => {
        this.documentFields.body.add(held.unit, bodyStems);
        this.documentFields.head.add(held.unit, this.#addTerms(tokenize(head), held.language).stems);
        this.#addLabels(held);
      },
    };
  }

  /** From now on the document is found, in the place of an earlier version. */
  publish(entry: IndexedEntry): void {
    this.withdraw(entry.id);
    this.#entriesById.set(entry.id, entry);
    this.#entriesByUnit.set(entry.unit, entry);
    this.#publishedChunks += entry.chunkCount;
  }

  withdraw(id: number): void {
    const entry = this.#entriesById.get(id);
    if (entry === undefined) return;
    this.#publishedChunks -= entry.chunkCount;
    this.#entriesByUnit.delete(entry.unit);
    this.#entriesById.delete(id);
  }

  updateLabels(entry: IndexedEntry, at: Pick<IndexedEntry, 'location' | 'title' | 'path'>): void {
    this.documentFields.title.remove(entry.unit, this.#addTerms(tokenize(entry.title), entry.language).stems);
    this.documentFields.path.remove(entry.unit, this.#addTerms(tokenize(entry.path), entry.language).stems);
    entry.location = at.location;
    entry.title = at.title;
    entry.path = at.path;
    this.#addLabels(entry);
  }

  find(id: number): IndexedEntry | undefined {
    return this.#entriesById.get(id);
  }

  entries(): Iterable<IndexedEntry> {
    return this.#entriesById.values();
  }

  /** The shown documents that hold one of the stems in their name or title, in no particular order. */
  findByTitleStems(stems: ReadonlySet<number>): IndexedEntry[] {
    const { title } = this.documentFields;
    const units = new Set([...stems].flatMap((stem) => title.postingsOf(stem).map(unitOf)));
    return [...units].flatMap((unit) => this.#entriesByUnit.get(unit) ?? []);
  }

  /** The document that the chunk belongs to, as long as it is shown. */
  entryOf(chunk: number): IndexedEntry | undefined {
    return this.#entriesByUnit.get(this.#documentOfChunk[chunk] ?? -1);
  }

  /** The passages that hold the stem, themselves or by a name of their document, which is then told with its first. */
  *occurrencesOf(stem: number): Generator<{ held: IndexedEntry; chunk: number }, void> {
    for (const field of [this.chunkFields.body, this.chunkFields.headings]) {
      for (const posting of field.postingsOf(stem)) {
        const chunk = unitOf(posting);
        const held = this.entryOf(chunk);
        if (held !== undefined) yield { held, chunk };
      }
    }
    for (const field of [this.documentFields.title, this.documentFields.path]) {
      for (const posting of field.postingsOf(stem)) {
        const held = this.#entriesByUnit.get(unitOf(posting));
        if (held !== undefined) yield { held, chunk: held.firstChunk };
      }
    }
  }

  /** The words of a chunk and its headings as written, in order. */
  wordsOf(chunk: number): Uint32Array {
    return this.#chunkWords.wordsOf(chunk);
  }

  /** Units are numbered below these. */
  get size(): { documents: number; chunks: number } {
    return { documents: this.#units, chunks: this.#documentOfChunk.length };
  }

  get counts(): { documents: number; chunks: number; hidden: number } {
    return {
      documents: this.#entriesById.size,
      chunks: this.#publishedChunks,
      hidden: this.#documentOfChunk.length - this.#publishedChunks,
    };
  }

  /** Whether the chunk, its headings, or its document's title or path say `phrase` word for word. */
  containsPhrase(entry: IndexedEntry, chunk: number, phrase: Phrase): boolean {
    return (
      this.#chunkWords.contains(chunk, phrase) ||
      containsPhrase(entry.labelWords, phrase, 0, entry.labelWords.length)
    );
  }

  #addLabels(entry: IndexedEntry): void {
    const title = this.#addTerms(tokenize(entry.title), entry.language);
    const path = this.#addTerms(tokenize(entry.path), entry.language);
    this.documentFields.title.add(entry.unit, title.stems);
    this.documentFields.path.add(entry.unit, path.stems);
    entry.labelWords = [...title.order, PASSAGE_END, ...path.order];
  }

  #addTerms(terms: readonly Term[], language: Language): AnalyzedWords {
    const order: number[] = [];
    const stems: number[] = [];
    for (const term of terms) {
      const word = this.vocabulary.add(term.text, language);
      stems.push(this.vocabulary.stemOf(word));
      if (term.kind !== 'extra') order.push(word);
    }
    return { order, stems };
  }
}

import { analyse, type Term } from '../analysis/tokenize.ts';
import { Field, unitOf } from './indexed-field.ts';
import { detectLanguage, type Language } from '../analysis/detect-language.ts';
import type { Chunk, IndexedDocument, Place } from '../search-engine.ts';
import { Vocabulary } from './vocabulary.ts';
import { holdsPhrase, type Phrase, passageEnd, WordOrder } from './word-sequences.ts';

/** A document as the index holds it; its chunks are the units from `first` on. */
export interface Held {
  readonly id: number;
  /** Names this version of the document in the index file. */
  readonly key: number;
  readonly unit: number;
  readonly first: number;
  count: number;
  place: Place;
  title: string;
  path: string;
  /** Of its latest passage that told; its names are read in it too. */
  language: Language;
  /** The words of title and path in order. */
  labels: number[];
}

interface Words {
  /** As written, in order, codes in their parts. */
  order: number[];
  stems: number[];
}

/**
 * The inverted index, in memory. What is added stays out of sight until it is shown, so a document can be read in
 * slices; what is hidden leaves its postings behind (`hidden` counts them), to be dropped when the index is read anew.
 */
export class KeywordIndex {
  readonly vocabulary = new Vocabulary();
  readonly chunkFields = { body: new Field(1, 0.6), headings: new Field(1.5, 0.3) };
  readonly documentFields = {
    body: new Field(1, 0.6),
    title: new Field(2, 0.3),
    head: new Field(0.5, 0.3),
    path: new Field(0.5, 0.3),
  };
  readonly #chunkOrder = new WordOrder();
  readonly #documentOfChunk: number[] = [];
  readonly #shown = new Map<number, Held>();
  readonly #shownAt = new Map<number, Held>();
  #units = 0;
  #shownChunks = 0;

  /** Begins a document; the chunks are added with `read` and it is shown after `finish`. One at a time. */
  begin(
    key: number,
    document: Omit<IndexedDocument, 'chunks' | 'head'>,
  ): { held: Held; read: (chunk: Chunk) => void; finish: (head: string) => void } {
    const { id, place, title, path } = document;
    const held: Held = {
      id,
      key,
      unit: this.#units++,
      first: this.#documentOfChunk.length,
      count: 0,
      place,
      title,
      path,
      language: 'en',
      labels: [],
    };
    const wholeBody: number[] = [];
    return {
      held,
      read: (chunk) => {
        const unit = this.#documentOfChunk.push(held.unit) - 1;
        held.count++;
        const terms = analyse(chunk.text);
        held.language = detectLanguage(terms, held.language);
        const body = this.#learn(terms, held.language);
        const headings = this.#learn(analyse(chunk.headings), held.language);
        this.chunkFields.body.add(unit, body.stems);
        this.chunkFields.headings.add(unit, headings.stems);
        this.#chunkOrder.add([...body.order, passageEnd, ...headings.order]);
        for (const stem of body.stems) wholeBody.push(stem);
      },
      finish: (head) => {
        this.documentFields.body.add(held.unit, wholeBody);
        this.documentFields.head.add(held.unit, this.#learn(analyse(head), held.language).stems);
        this.#label(held);
      },
    };
  }

  /** From now on the document is found, in the place of an earlier version. */
  show(held: Held): void {
    this.hide(held.id);
    this.#shown.set(held.id, held);
    this.#shownAt.set(held.unit, held);
    this.#shownChunks += held.count;
  }

  hide(id: number): void {
    const held = this.#shown.get(id);
    if (held === undefined) return;
    this.#shownChunks -= held.count;
    this.#shownAt.delete(held.unit);
    this.#shown.delete(id);
  }

  relabel(held: Held, at: Pick<Held, 'place' | 'title' | 'path'>): void {
    this.documentFields.title.remove(held.unit, this.#learn(analyse(held.title), held.language).stems);
    this.documentFields.path.remove(held.unit, this.#learn(analyse(held.path), held.language).stems);
    held.place = at.place;
    held.title = at.title;
    held.path = at.path;
    this.#label(held);
  }

  find(id: number): Held | undefined {
    return this.#shown.get(id);
  }

  shown(): Iterable<Held> {
    return this.#shown.values();
  }

  /** The shown documents that hold one of the stems in their name or title, in no particular order. */
  named(stems: ReadonlySet<number>): Held[] {
    const { title } = this.documentFields;
    const units = new Set([...stems].flatMap((stem) => title.postingsOf(stem).map(unitOf)));
    return [...units].flatMap((unit) => this.#shownAt.get(unit) ?? []);
  }

  /** The document that the chunk belongs to, as long as it is shown. */
  heldOf(chunk: number): Held | undefined {
    return this.#shownAt.get(this.#documentOfChunk[chunk] ?? -1);
  }

  /** The passages that hold the stem, themselves or by a name of their document, which is then told with its first. */
  *placesOf(stem: number): Generator<{ held: Held; chunk: number }, void> {
    for (const field of [this.chunkFields.body, this.chunkFields.headings]) {
      for (const posting of field.postingsOf(stem)) {
        const chunk = unitOf(posting);
        const held = this.heldOf(chunk);
        if (held !== undefined) yield { held, chunk };
      }
    }
    for (const field of [this.documentFields.title, this.documentFields.path]) {
      for (const posting of field.postingsOf(stem)) {
        const held = this.#shownAt.get(unitOf(posting));
        if (held !== undefined) yield { held, chunk: held.first };
      }
    }
  }

  /** The words of a chunk and its headings as written, in order. */
  wordsOf(chunk: number): Uint32Array {
    return this.#chunkOrder.wordsOf(chunk);
  }

  /** Units are numbered below these. */
  get size(): { documents: number; chunks: number } {
    return { documents: this.#units, chunks: this.#documentOfChunk.length };
  }

  get counts(): { documents: number; chunks: number; hidden: number } {
    return {
      documents: this.#shown.size,
      chunks: this.#shownChunks,
      hidden: this.#documentOfChunk.length - this.#shownChunks,
    };
  }

  /** Whether the chunk, its headings, or its document's title or path say `phrase` word for word. */
  holdsPhrase(held: Held, chunk: number, phrase: Phrase): boolean {
    return this.#chunkOrder.holds(chunk, phrase) || holdsPhrase(held.labels, phrase, 0, held.labels.length);
  }

  #label(held: Held): void {
    const title = this.#learn(analyse(held.title), held.language);
    const path = this.#learn(analyse(held.path), held.language);
    this.documentFields.title.add(held.unit, title.stems);
    this.documentFields.path.add(held.unit, path.stems);
    held.labels = [...title.order, passageEnd, ...path.order];
  }

  #learn(terms: readonly Term[], language: Language): Words {
    const order: number[] = [];
    const stems: number[] = [];
    for (const term of terms) {
      const word = this.vocabulary.learn(term.text, language);
      stems.push(this.vocabulary.stemOf(word));
      if (term.kind !== 'extra') order.push(word);
    }
    return { order, stems };
  }
}

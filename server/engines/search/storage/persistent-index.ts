import { createBreather } from '#server/engines/event-loop/yield-to-event-loop.ts';
import type { Change } from './index-change.ts';
import { IndexFile } from './index-file.ts';
import { KeywordIndex } from './inverted-index.ts';
import { DamagedIndexFile, setAside } from './index-database.ts';
import type { EmbeddedPassage, PassagePlace, UnembeddedPassage } from './passage-vectors.ts';
import { readVectors, readWhole, type Whole } from './load-index.ts';
import { search } from '../retrieval/search.ts';
import type { Chunk, Found, IndexedDocument, Query, Suggestions } from '../search-engine.ts';
import { suggest } from '../suggest/suggest-documents.ts';
import { VectorRows } from './vector-matrix.ts';

/** Two halves of a change that must not be torn apart: what the file still needs, and what memory then shows. */
interface Completion {
  file: () => void;
  memory: () => void;
}

/** Fewer chunks left behind than this are not worth reading everything anew. */
const fewHidden = 20_000;

/** Lets a document without text be found by its name. */
export const noText: Chunk = { ordinal: 0, text: '', headings: '', start: 0, end: 0 };

const breathe = createBreather();

/** The index in memory and its file, kept at one: memory shows a change only once the file has committed it. */
export class StoredIndex {
  readonly #file: IndexFile;
  #whole: Whole;
  #position: number;

  private constructor(file: IndexFile, whole: Whole) {
    this.#file = file;
    this.#whole = whole;
    this.#position = file.position();
  }

  /** @throws DamagedIndexFile, also when it shows only while the whole is read. */
  static async #read(path: string): Promise<StoredIndex> {
    const file = new IndexFile(path);
    try {
      return new StoredIndex(file, await readWhole(file));
    } catch (error) {
      file.close();
      throw error;
    }
  }

  static async open(path: string): Promise<StoredIndex> {
    try {
      return await StoredIndex.#read(path);
    } catch (error) {
      // Anything else (no permission, a full disk, another process) leaves the file as it is.
      if (!(error instanceof DamagedIndexFile)) throw error;
      setAside(path);
      return StoredIndex.#read(path);
    }
  }

  get #index(): KeywordIndex {
    return this.#whole.index;
  }

  get position(): number {
    return this.#position;
  }

  get stats(): { documents: number; chunks: number } {
    const { documents, chunks } = this.#index.counts;
    return { documents, chunks };
  }

  /** Chunks whose postings are still held though they are out of sight. */
  get hidden(): number {
    return this.#index.counts.hidden;
  }

  query(query: Query): Found {
    return search(this.#whole, query, ({ held, chunk }) => {
      const found = this.#file.chunk(held.key, chunk - held.first);
      if (found === undefined) throw new DamagedIndexFile('A chunk is missing in the index file.');
      return found;
    });
  }

  suggest(query: Query): Suggestions {
    return suggest(this.#index, query);
  }

  /** Not while changes are applied: it would list what may be undone. */
  unembedded(fingerprint: string, after: PassagePlace, limit: number): UnembeddedPassage[] {
    return this.#file.vectors.listUnembedded(fingerprint, after, limit);
  }

  /** All of them in one transaction or none. At most one per document, `clear` and `embed` alone. Queries run meanwhile. */
  async apply(changes: readonly Change[]): Promise<void> {
    this.#file.begin();
    const completions: Completion[] = [];
    try {
      for (const change of changes) completions.push(await this.#prepare(change));
      // From here on nothing may await: a query between the two halves would look for rows that are gone.
      for (const completion of completions) completion.file();
      this.#file.commit();
    } catch (error) {
      this.#file.rollback();
      throw error;
    }
    for (const completion of completions) completion.memory();
    if (this.hidden > Math.max(this.stats.chunks, fewHidden)) this.#whole = await readWhole(this.#file);
  }

  close(): void {
    this.#file.close();
  }

  async #prepare(change: Change): Promise<Completion> {
    switch (change.method) {
      case 'put':
        return this.#put(...change.args);
      case 'place': {
        const [id, at] = change.args;
        const held = this.#index.find(id);
        if (held === undefined) return { file: () => {}, memory: () => {} };
        return { file: () => this.#file.relabel(held.key, at), memory: () => this.#index.relabel(held, at) };
      }
      case 'remove': {
        const [id] = change.args;
        return { file: () => this.#removeRows(id), memory: () => this.#index.hide(id) };
      }
      case 'advance': {
        const [position] = change.args;
        return { file: () => this.#file.setPosition(position), memory: () => this.#moveTo(position) };
      }
      case 'clear':
        return {
          file: () => this.#file.clear(),
          memory: () => {
            const vectors = this.#whole.vectors && new VectorRows(this.#whole.vectors.fingerprint);
            this.#whole = { index: new KeywordIndex(), vectors };
            this.#moveTo(0);
          },
        };
      case 'embed':
        return this.#embed(...change.args);
    }
  }

  #embed(fingerprint: string, passages: readonly EmbeddedPassage[]): Completion {
    const isOfAnother = this.#whole.vectors?.fingerprint !== fingerprint;
    return {
      file: () => {
        if (isOfAnother) this.#file.vectors.begin(fingerprint);
        for (const passage of passages) this.#file.vectors.add(passage);
      },
      memory: () => {
        const { index, vectors: known } = this.#whole;
        const vectors = known === undefined || isOfAnother ? new VectorRows(fingerprint) : known;
        this.#whole = { index, vectors };
        for (const { documentId, key, position, vector } of passages) {
          const held = index.find(documentId);
          if (held?.key === key) vectors.set(held.first + position, vector);
        }
      },
    };
  }

  async #put(document: IndexedDocument): Promise<Completion> {
    const key = this.#file.addDocument(document);
    const { held, read, finish } = this.#index.begin(key, document);
    for (const chunk of document.chunks.length > 0 ? document.chunks : [noText]) {
      this.#file.addChunk(key, held.count, chunk);
      read(chunk);
      await breathe();
    }
    finish(document.head);
    return {
      file: () => {
        const before = this.#index.find(document.id);
        if (before !== undefined) this.#file.vectors.carryOver(before.key, key);
        this.#removeRows(document.id);
      },
      memory: () => {
        this.#index.show(held);
        readVectors(this.#file, held, this.#whole.vectors);
      },
    };
  }

  #removeRows(id: number): void {
    const held = this.#index.find(id);
    if (held !== undefined) this.#file.removeDocument(held.key);
  }

  #moveTo(position: number): void {
    this.#position = position;
  }
}

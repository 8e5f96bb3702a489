import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { search } from '../retrieval/search.ts';
import type { Chunk, IndexedDocument, SearchQuery, SearchResults, Suggestions } from '../search-engine.ts';
import { suggestDocuments } from '../suggest/suggest-documents.ts';
import type { IndexChange } from './index-change.ts';
import { DamagedIndexError, quarantineIndexFile } from './index-database.ts';
import { IndexFile } from './index-file.ts';
import { InvertedIndex } from './inverted-index.ts';
import { type LoadedIndex, loadIndex, loadVectors } from './load-index.ts';
import type { EmbeddedPassage, PassagePosition, UnembeddedPassage } from './passage-vectors.ts';
import { VectorMatrix } from './vector-matrix.ts';

/** Two halves of a change that must not be torn apart: what the file still needs, and what memory then shows. */
interface PreparedChange {
  applyToFile: () => void;
  applyToMemory: () => void;
}

/** Fewer chunks left behind than this are not worth reading everything anew. */
const MIN_STALE_CHUNKS = 20_000;

/** Lets a document without text be found by its name. */
export const EMPTY_CHUNK: Chunk = { ordinal: 0, text: '', headings: '', start: 0, end: 0 };

const yieldToEventLoop = createEventLoopYield();

/** The index in memory and its file, kept at one: memory shows a change only once the file has committed it. */
export class PersistentIndex {
  readonly #file: IndexFile;
  #loaded: LoadedIndex;
  #position: number;

  private constructor(file: IndexFile, whole: LoadedIndex) {
    this.#file = file;
    this.#loaded = whole;
    this.#position = file.readPosition();
  }

  /** @throws DamagedIndexFile, also when it shows only while the whole is read. */
  static async #openFile(path: string): Promise<PersistentIndex> {
    const file = new IndexFile(path);
    try {
      return new PersistentIndex(file, await loadIndex(file));
    } catch (error) {
      file.close();
      throw error;
    }
  }

  static async open(path: string): Promise<PersistentIndex> {
    try {
      return await PersistentIndex.#openFile(path);
    } catch (error) {
      // Anything else (no permission, a full disk, another process) leaves the file as it is.
      if (!(error instanceof DamagedIndexError)) throw error;
      quarantineIndexFile(path);
      return PersistentIndex.#openFile(path);
    }
  }

  get #index(): InvertedIndex {
    return this.#loaded.index;
  }

  get position(): number {
    return this.#position;
  }

  get stats(): { documents: number; chunks: number } {
    const { documents, chunks } = this.#index.counts;
    return { documents, chunks };
  }

  /** Chunks whose postings are still held though they are out of sight. */
  get staleChunks(): number {
    return this.#index.counts.hidden;
  }

  query(query: SearchQuery): SearchResults {
    return search(this.#loaded, query, ({ entry, chunk }) => {
      const found = this.#file.findChunk(entry.versionKey, chunk - entry.firstChunk);
      if (found === undefined) throw new DamagedIndexError('A chunk is missing in the index file.');
      return found;
    });
  }

  suggest(query: SearchQuery): Suggestions {
    return suggestDocuments(this.#index, query);
  }

  /** Not while changes are applied: it would list what may be undone. */
  listUnembedded(fingerprint: string, after: PassagePosition, limit: number): UnembeddedPassage[] {
    return this.#file.vectors.listUnembedded(fingerprint, after, limit);
  }

  /** All of them in one transaction or none. At most one per document, `clear` and `embed` alone. Queries run meanwhile. */
  async apply(changes: readonly IndexChange[]): Promise<void> {
    this.#file.begin();
    const completions: PreparedChange[] = [];
    try {
      for (const change of changes) completions.push(await this.#prepare(change));
      // From here on nothing may await: a query between the two halves would look for rows that are gone.
      for (const completion of completions) completion.applyToFile();
      this.#file.commit();
    } catch (error) {
      this.#file.rollback();
      throw error;
    }
    for (const completion of completions) completion.applyToMemory();
    if (this.staleChunks > Math.max(this.stats.chunks, MIN_STALE_CHUNKS))
      this.#loaded = await loadIndex(this.#file);
  }

  close(): void {
    this.#file.close();
  }

  async #prepare(change: IndexChange): Promise<PreparedChange> {
    switch (change.method) {
      case 'putDocument':
        return this.#put(...change.args);
      case 'updateLabels': {
        const [id, at] = change.args;
        const entry = this.#index.find(id);
        if (entry === undefined) return { applyToFile: () => {}, applyToMemory: () => {} };
        return {
          applyToFile: () => this.#file.updateLabels(entry.versionKey, at),
          applyToMemory: () => this.#index.updateLabels(entry, at),
        };
      }
      case 'removeDocument': {
        const [id] = change.args;
        return { applyToFile: () => this.#removeRows(id), applyToMemory: () => this.#index.withdraw(id) };
      }
      case 'setPosition': {
        const [position] = change.args;
        return {
          applyToFile: () => this.#file.setPosition(position),
          applyToMemory: () => this.#setPosition(position),
        };
      }
      case 'clear':
        return {
          applyToFile: () => this.#file.clear(),
          applyToMemory: () => {
            const vectors = this.#loaded.vectors && new VectorMatrix(this.#loaded.vectors.fingerprint);
            this.#loaded = { index: new InvertedIndex(), vectors };
            this.#setPosition(0);
          },
        };
      case 'putEmbeddings':
        return this.#embed(...change.args);
    }
  }

  #embed(fingerprint: string, passages: readonly EmbeddedPassage[]): PreparedChange {
    const isOtherModel = this.#loaded.vectors?.fingerprint !== fingerprint;
    return {
      applyToFile: () => {
        if (isOtherModel) this.#file.vectors.replaceModel(fingerprint);
        for (const passage of passages) this.#file.vectors.add(passage);
      },
      applyToMemory: () => {
        const { index, vectors: known } = this.#loaded;
        const vectors = known === undefined || isOtherModel ? new VectorMatrix(fingerprint) : known;
        this.#loaded = { index, vectors };
        for (const { documentId, versionKey, position, vector } of passages) {
          const entry = index.find(documentId);
          if (entry?.versionKey === versionKey) vectors.set(entry.firstChunk + position, vector);
        }
      },
    };
  }

  async #put(document: IndexedDocument): Promise<PreparedChange> {
    const key = this.#file.addDocument(document);
    const { held: entry, read, finish } = this.#index.addDocument(key, document);
    for (const chunk of document.chunks.length > 0 ? document.chunks : [EMPTY_CHUNK]) {
      this.#file.addChunk(key, entry.chunkCount, chunk);
      read(chunk);
      await yieldToEventLoop();
    }
    finish(document.opening);
    return {
      applyToFile: () => {
        const before = this.#index.find(document.id);
        if (before !== undefined) this.#file.vectors.copyUnchanged(before.versionKey, key);
        this.#removeRows(document.id);
      },
      applyToMemory: () => {
        this.#index.publish(entry);
        loadVectors(this.#file, entry, this.#loaded.vectors);
      },
    };
  }

  #removeRows(id: number): void {
    const entry = this.#index.find(id);
    if (entry !== undefined) this.#file.removeDocument(entry.versionKey);
  }

  #setPosition(position: number): void {
    this.#position = position;
  }
}

import { collectGarbage } from '#server/engines/event-loop/collect-garbage.ts';
import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import type { Chunk, PassagePosition, UnembeddedPassage } from '../search-types.ts';
import type { IndexChange } from './change-batch.ts';
import { Grouping, type GroupSizes } from './groups/grouping.ts';
import { DamagedIndexError, removeIndexFile } from './index-database.ts';
import { IndexFile } from './index-file.ts';
import { InvertedIndex } from './inverted-index.ts';
import { type LoadedIndex, loadIndex } from './load-index.ts';
import { prepareDocument, prepareRemoval } from './prepare-document.ts';
import { prepareEmbeddings } from './prepare-embeddings.ts';
import { type PreparedChange, preparePlacement } from './prepare-placement.ts';
import { isTooStale } from './stale-limit.ts';
import { VectorMatrix } from './vector-matrix.ts';

/** Below, a load leaves less behind than a collection is worth. */
const MIN_COLLECTED_CHUNKS = 10_000;

/** The index in memory and its file. Memory shows a change only after the file has committed it. */
export class PersistentIndex {
  readonly #file: IndexFile;
  #loaded: LoadedIndex;
  #position: number;
  readonly #maxChunks: number;
  #titlesOnly: number;
  #grouping: Grouping;

  private constructor(file: IndexFile, loaded: LoadedIndex, maxChunks: number) {
    this.#file = file;
    this.#loaded = loaded;
    this.#position = file.readPosition();
    this.#maxChunks = maxChunks;
    this.#titlesOnly = file.countDocumentsWithoutText();
    this.#grouping = new Grouping(file, loaded.index);
  }

  /** @throws DamagedIndexError, also when the damage shows only while the file is loaded. */
  static async #openFile(path: string, maxChunks: number): Promise<PersistentIndex> {
    const file = new IndexFile(path);
    try {
      const opened = new PersistentIndex(file, await loadIndex(file), maxChunks);
      opened.#giveBackMemory();
      return opened;
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** Opens the file; a damaged one is replaced by an empty index, after a call with the reason. Texts beyond the limit are left out. */
  static async open(
    path: string,
    maxChunks = Number.POSITIVE_INFINITY,
    onRemoved?: (reason: string) => void,
  ): Promise<PersistentIndex> {
    try {
      return await PersistentIndex.#openFile(path, maxChunks);
    } catch (error) {
      // Any other failure (no permission, a full disk, another process) leaves the file as it is.
      if (!(error instanceof DamagedIndexError)) throw error;
      removeIndexFile(path);
      onRemoved?.(error.message);
      return PersistentIndex.#openFile(path, maxChunks);
    }
  }

  get loaded(): LoadedIndex {
    return this.#loaded;
  }

  get position(): number {
    return this.#position;
  }

  get statistics(): { documents: number; chunks: number } {
    const { documents, chunks } = this.#index.counts;
    return { documents, chunks };
  }

  /** The limit, and the documents that it has left without their text. */
  get limits(): { maxChunks: number; titlesOnly: number } {
    return { maxChunks: this.#maxChunks, titlesOnly: this.#titlesOnly };
  }

  /** Chunks of replaced or removed documents whose postings are still in memory. */
  get staleChunks(): number {
    return this.#index.counts.stale;
  }

  get #open() {
    return { file: this.#file, loaded: this.#loaded, grouping: this.#grouping };
  }

  get #index(): InvertedIndex {
    return this.#loaded.index;
  }

  /** Reads the text of a passage from the file. */
  readChunk({ entry, chunk }: Pick<RankedPassage, 'entry' | 'chunk'>): Chunk {
    const found = this.#file.findChunk(entry.versionKey, chunk - entry.firstChunk);
    if (found === undefined) throw new DamagedIndexError('A chunk is missing in the index file.');
    return found;
  }

  /** Returns the key of the text that a document was put with. */
  readTextKey({ versionKey }: RankedPassage['entry']): string | undefined {
    return this.#file.findTextKey(versionKey);
  }

  /** Must not run while changes are applied: it would list passages of a transaction that may be rolled back. */
  listUnembedded(fingerprint: string, after: PassagePosition, limit: number): UnembeddedPassage[] {
    return this.#file.vectors.listUnembedded(fingerprint, after, limit);
  }

  /**
   * Applies the changes in one transaction: at most one per document, `clear` and `putEmbeddings` alone. Queries may run
   * meanwhile and see none of them. Returns the value of each change.
   */
  async apply(changes: readonly IndexChange[]): Promise<PreparedChange['value'][]> {
    this.#file.begin();
    const prepared: PreparedChange[] = [];
    try {
      for (const change of changes) prepared.push(await this.#prepare(change));
      // Nothing may await from here on: a query between the two halves would look for rows that are gone.
      for (const { applyToFile } of prepared) applyToFile();
      this.#file.commit();
    } catch (error) {
      this.#file.rollback();
      await this.#reloadIfStale().catch(() => {}); // What was read stays in memory each time.
      throw error;
    }
    // What a power cut brings back otherwise belongs to other changes than those that follow.
    if (changes.some(({ method }) => method === 'clear')) this.#file.sync();
    for (const { applyToMemory } of prepared) applyToMemory();
    this.#titlesOnly = this.#file.countDocumentsWithoutText();
    await this.#reloadIfStale();
    return prepared.map(({ value }) => value);
  }

  /**
   * Writes one group of documents that the next start reads at once, if enough were added since the last one; returns whether it did.
   * Must not run while changes are applied.
   */
  writeGroup(sizes?: GroupSizes): Promise<boolean> {
    if (sizes !== undefined) this.#grouping = new Grouping(this.#file, this.#index, sizes);
    return this.#grouping.writeNext(this.#index);
  }

  close(): void {
    this.#file.close();
  }

  async #reloadIfStale(): Promise<void> {
    if (!isTooStale(this.#index.counts, this.#maxChunks)) return;
    this.#loaded = await loadIndex(this.#file);
    this.#giveBackMemory();
    this.#grouping = new Grouping(this.#file, this.#index);
  }

  /** Gives back what a load leaves behind, the space for new objects too: V8 keeps it at its largest size while nothing is allocated. */
  #giveBackMemory(): void {
    if (this.statistics.chunks < MIN_COLLECTED_CHUNKS) return;
    this.#file.releaseCache();
    collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }

  async #prepare(change: IndexChange): Promise<PreparedChange> {
    switch (change.method) {
      case 'putDocument':
        return prepareDocument(this.#open, ...change.args, this.#maxChunks);
      case 'placeDocument':
        return preparePlacement(this.#file, this.#index, ...change.args);
      case 'removeDocument':
        return prepareRemoval(this.#open, ...change.args);
      case 'setPosition': {
        const [position] = change.args;
        return {
          applyToFile: () => this.#file.setPosition(position),
          applyToMemory: () => {
            this.#position = position;
          },
        };
      }
      case 'clear':
        return {
          applyToFile: () => this.#file.clear(),
          applyToMemory: () => {
            const vectors = this.#loaded.vectors && new VectorMatrix(this.#loaded.vectors.fingerprint);
            this.#loaded = { index: new InvertedIndex(), vectors };
            this.#grouping = new Grouping(this.#file, this.#index);
            this.#position = 0;
          },
        };
      case 'putEmbeddings':
        return prepareEmbeddings(this.#file, () => this.#loaded, ...change.args);
    }
  }
}

import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import type { IndexFile } from '../index-file.ts';
import type { DocumentGroup, IndexedEntry } from '../indexed-entry.ts';
import type { InvertedIndex } from '../inverted-index.ts';
import { GroupWriter } from './group-writer.ts';

export interface GroupSizes {
  /** Passages that may stay outside groups: opening the index takes a second for 30,000 of them. */
  readonly maxUngrouped: number;
  /** Passages of a group, which is written and deleted as a whole: about 1 MB. */
  readonly perGroup: number;
}

const SIZES: GroupSizes = { maxUngrouped: 20_000, perGroup: 4_000 };

const yieldToEventLoop = createEventLoopYield();

/** Groups documents of the index file once enough of them are outside groups. */
export class Grouping {
  readonly #file: IndexFile;
  readonly #sizes: GroupSizes;
  /** Passages outside groups, or more: those that left are not subtracted. */
  #ungrouped: number;
  #isRunning = false;

  constructor(file: IndexFile, index: InvertedIndex, sizes: GroupSizes = SIZES) {
    this.#file = file;
    this.#sizes = sizes;
    this.#ungrouped = takeUngrouped(index, Number.POSITIVE_INFINITY).chunks;
  }

  /** Counts a document that was added. */
  added({ chunkCount }: IndexedEntry): void {
    this.#ungrouped += chunkCount;
  }

  /** Deletes the group of a document that leaves, in the transaction of that change. */
  removeFromFile(group: DocumentGroup | undefined): void {
    if (group !== undefined && !group.isDeleted) this.#file.groups.remove(group.key);
  }

  /** Counts the documents of a deleted group, once the transaction is committed. */
  removed(group: DocumentGroup | undefined): void {
    if (group === undefined || group.isDeleted) return;
    group.isDeleted = true;
    this.#ungrouped += group.chunks;
  }

  /**
   * Writes one group in a transaction if enough documents are outside groups; returns whether it did. Must not run beside
   * changes.
   */
  async writeNext(index: InvertedIndex): Promise<boolean> {
    const { maxUngrouped, perGroup } = this.#sizes;
    this.#isRunning ||= this.#ungrouped > maxUngrouped;
    if (!this.#isRunning) return false;
    const { entries, chunks } = takeUngrouped(index, perGroup);
    if (chunks < perGroup) {
      this.#isRunning = false;
      this.#ungrouped = chunks;
      return false;
    }
    await this.#write(entries, chunks);
    return true;
  }

  async #write(entries: readonly IndexedEntry[], chunks: number): Promise<void> {
    const file = this.#file;
    file.begin();
    try {
      const writer = new GroupWriter();
      for (const entry of entries) {
        const analysis = file.findAnalysis(entry.versionKey);
        if (analysis === undefined) throw new Error('The words of a document are not stored.');
        writer.add(analysis, entry);
        await yieldToEventLoop();
      }
      const versionKeys = entries.map(({ versionKey }) => versionKey);
      const key = file.groups.add(await writer.toBytes(yieldToEventLoop), versionKeys);
      file.commit();
      const group = { key, chunks, isDeleted: false };
      for (const entry of entries) entry.group = group;
    } catch (error) {
      file.rollback();
      throw error;
    }
  }
}

const isUngrouped = ({ group }: IndexedEntry): boolean => group === undefined || group.isDeleted;

/** Takes documents outside groups until they have so many passages, in the order of their version keys. */
function takeUngrouped(index: InvertedIndex, enough: number): { entries: IndexedEntry[]; chunks: number } {
  const entries: IndexedEntry[] = [];
  let chunks = 0;
  for (const entry of index.entries()) {
    if (chunks >= enough) break;
    if (!isUngrouped(entry)) continue;
    entries.push(entry);
    chunks += entry.chunkCount;
  }
  return { entries: entries.sort((one, other) => one.versionKey - other.versionKey), chunks };
}

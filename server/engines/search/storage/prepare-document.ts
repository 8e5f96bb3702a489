import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import type { IndexedDocument } from '../search-types.ts';
import type { Grouping } from './groups/grouping.ts';
import type { IndexFile } from './index-file.ts';
import type { IndexedEntry } from './indexed-entry.ts';
import { EMPTY_CHUNK } from './inverted-index.ts';
import { withinLimit } from './leave-out-text.ts';
import { type LoadedIndex, loadVectors } from './load-index.ts';
import type { PreparedChange } from './prepare-placement.ts';

const yieldToEventLoop = createEventLoopYield();

/** The open index that a change is prepared for. */
interface OpenIndex {
  readonly file: IndexFile;
  readonly loaded: LoadedIndex;
  readonly grouping: Grouping;
}

/** Adds a document in place of its previous version; its value tells whether there is room for its text. */
export async function prepareDocument(
  open: OpenIndex,
  given: IndexedDocument,
  maxChunks: number,
): Promise<PreparedChange> {
  const { file, grouping, loaded } = open;
  const { index } = loaded;
  const others = index.counts.chunks - (index.find(given.id)?.chunkCount ?? 0);
  const document = withinLimit(given, maxChunks - others);
  const key = file.addDocument(document);
  const { entry, addChunk, finish } = index.addDocument(key, document);
  for (const chunk of document.chunks.length > 0 ? document.chunks : [EMPTY_CHUNK]) {
    file.addChunk(key, entry.chunkCount, chunk);
    addChunk(chunk);
    await yieldToEventLoop();
  }
  file.setAnalysis(key, finish(document.opening));
  return {
    value: document === given,
    applyToFile: () => {
      const previous = index.find(document.id);
      if (previous !== undefined) file.vectors.copyUnchanged(previous.versionKey, key);
      removeRows(open, previous);
    },
    applyToMemory: () => {
      grouping.removed(index.find(document.id)?.group);
      index.publish(entry);
      grouping.added(entry);
      loadVectors(file, entry, loaded.vectors);
    },
  };
}

/** Removes a document; does nothing when the index does not have it. */
export function prepareRemoval(open: OpenIndex, id: number): PreparedChange {
  const { index } = open.loaded;
  return {
    applyToFile: () => removeRows(open, index.find(id)),
    applyToMemory: () => {
      open.grouping.removed(index.find(id)?.group);
      index.withdraw(id);
    },
  };
}

function removeRows({ file, grouping }: OpenIndex, entry: IndexedEntry | undefined): void {
  if (entry === undefined) return;
  file.removeDocument(entry.versionKey);
  grouping.removeFromFile(entry.group);
}

import type { Services } from '#server/app/context.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { chunkBlocks } from '#server/engines/search/analysis/chunk-blocks.ts';
import type { Chunk, IndexedDocument } from '#server/engines/search/search-engine.ts';
import { storageFailureOf } from '#server/engines/storage/object-storage.ts';
import {
  countIndexChanges,
  type FileRow,
  findFile,
  findLastIndexPosition,
  listFolderNames,
  listIndexChanges,
} from '../queries.ts';
import { searchableName } from './searchable-name.ts';
import { readBlocks } from './stored-blocks.ts';

const BATCH_SIZE = 50;
const MAX_OPENING_LENGTH = 600;

/** Our own changes wake the follower by their jobs; what a crash left and other processes do, it finds by looking. */
const POLL_INTERVAL_MS = 1_000;

export interface IndexFollower {
  /** Brings the index up to everything committed before the call. */
  catchUp(): Promise<void>;
  /** Keeps looking until `stop`. */
  start(): void;
  /** How many changed files the index has yet to look at; rejects before it knows where it stands. */
  countLag(): Promise<number>;
  /** Resolves when the index is left alone; what is not followed yet will be at the next start. */
  stop(): Promise<void>;
}

/**
 * Keeps the search index up with the database: takes the feed in order and notes in the index itself how far
 * it came. A crash replays from there; each node of several follows with an index of its own.
 */
export function createIndexFollower(services: Services): IndexFollower {
  let running: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let isVerified = false;
  /** Kept here as well, since an index that is still being read answers late. */
  let position: number | undefined;

  /** A database restored from a backup goes its own way from there: what the index followed after that never was. */
  async function clearIndexAheadOfDatabase(): Promise<void> {
    const last = await findLastIndexPosition(services.db);
    if ((await services.searchIndex.readPosition()) > last) await services.searchIndex.clear();
    isVerified = true;
  }

  async function processChanges(): Promise<void> {
    if (!isVerified) await clearIndexAheadOfDatabase();
    while (!stopped) {
      position = await services.searchIndex.readPosition();
      const batch = await listIndexChanges(services.db, position, BATCH_SIZE);
      const last = batch.at(-1);
      if (!last) return;
      for (const { file_id } of batch) await indexFile(services, file_id);
      await services.searchIndex.setPosition(last.position);
    }
  }

  /** One runs and at most one waits: whatever was committed before the call is seen by the one that waits. */
  function catchUp(): Promise<void> {
    if (!running) {
      running = processChanges().finally(() => {
        running = undefined;
      });
      return running;
    }
    waiting ??= running
      .catch(() => {})
      .then(() => {
        waiting = undefined;
        return catchUp();
      });
    return waiting;
  }

  function poll(): void {
    catchUp()
      .catch((error: unknown) => services.log.error({ err: error }, 'the search index fell behind'))
      .finally(() => {
        if (!stopped) timer = setTimeout(poll, POLL_INTERVAL_MS);
      });
  }

  return {
    catchUp,
    start: poll,
    async countLag() {
      if (position === undefined) throw new Error('The index is still being read');
      return countIndexChanges(services.db, position);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running?.catch(() => {});
    },
  };
}

async function indexFile(services: Services, fileId: number): Promise<void> {
  const file = await findFile(services.db, fileId);
  if (!file || file.deleted_at !== null) return services.searchIndex.removeDocument(fileId);
  await services.searchIndex.putDocument(await describeFile(services, file));
}

/** What the index learns of a file. One without text is found by its name all the same. */
async function describeFile(services: Services, file: FileRow): Promise<IndexedDocument> {
  const names = await listFolderNames(services.db, file.folder_id);
  const chunks = await readChunks(services, file);
  if (chunks.length === 0) chunks.push(nameAsChunk(file.name));
  return {
    id: file.id,
    location: { folderId: file.folder_id, ownerId: file.owner_id },
    title: [searchableName(file.name), file.title].filter(Boolean).join(' '),
    path: names.join(' / '),
    opening: chunks
      .map((chunk) => chunk.text)
      .join(' ')
      .slice(0, MAX_OPENING_LENGTH),
    chunks,
  };
}

/** A text that is lost or damaged is told in the log and leaves the name: it must not keep all others out of the index. */
async function readChunks(services: Services, { id, text_blob_key: key }: FileRow): Promise<Chunk[]> {
  if (key === null) return [];
  const chunks: Chunk[] = [];
  const yieldToEventLoop = createEventLoopYield();
  try {
    const blocks = await Array.fromAsync(readBlocks(services, key));
    for (const chunk of chunkBlocks(blocks)) {
      chunks.push(chunk);
      await yieldToEventLoop();
    }
    return chunks;
  } catch (error) {
    if (storageFailureOf(error) === undefined) throw error;
    services.log.error({ err: error, file: id }, 'the text of a file can’t be read');
    return [];
  }
}

const nameAsChunk = (name: string): Chunk => ({ ordinal: 0, text: name, headings: '', start: 0, end: 0 });

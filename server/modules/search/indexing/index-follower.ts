import type { Services } from '#server/app/context.ts';
import type { IndexStatistics } from '#server/engines/search/search-engine.ts';
import {
  countIndexChanges,
  findFile,
  findLastIndexPosition,
  listFiles,
  listIndexChanges,
} from '../queries.ts';
import { findIndexGeneration, setIndexFull } from '../rebuild-queries.ts';
import { assertRoom } from './assert-room.ts';
import { createCoalescedRun } from './coalesced-run.ts';
import { describeFile, labelsOf, readPath } from './describe-file.ts';
import { INDEX_FULL_REASON } from './extraction-messages.ts';
import { interleaveOwners, type OwnedChange } from './interleave-owners.ts';

const BATCH_SIZE = 50;
/** The changes among which owners take turns. */
const WINDOW_SIZE = 500;
/** After this long, the changes that were added meanwhile take part in the turns. */
const MAX_BATCH_MS = 1_000;

/**
 * Changes of this process wake the follower by jobs, those of other processes by notifications; polling finds what both
 * missed. On SQLite it costs no round trip.
 */
const POLL_INTERVAL_MS = { sqlite: 1_000, postgres: 5_000 } as const;

export interface IndexFollower {
  /** Applies every change that was committed before the call. */
  catchUp(): Promise<void>;
  /** Polls until `stop`. */
  start(): void;
  /** Looks for changes now, without waiting for them. */
  wake(): void;
  /** `true` once the index is loaded, so that searches are answered at once. */
  isLoaded(): boolean;
  /** Counts the changed files that are not yet indexed; rejects while the index is loading. */
  countLag(): Promise<number>;
  /** Returns the position in the change feed that the index has reached; rejects while the index is loading. */
  readPosition(): Promise<number>;
  /** Rejects when a search server does not answer, or the built-in index is full. */
  check(): Promise<void>;
  /** Reads the size of the index; rejects while it is loading. */
  readStatistics(): Promise<IndexStatistics>;
  /** Resolves once the index is no longer used; the next start continues with the remaining changes. */
  stop(): Promise<void>;
}

/**
 * Keeps the search index up to date: applies the database's change feed in order and stores the position in the index
 * itself. After a crash it continues from there; each node follows with an index of its own.
 */
export function createIndexFollower(services: Services): IndexFollower {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let isVerified = false;
  /** Cached, because an index that is still loading answers late. */
  let position: number | undefined;

  /** A database restored from a backup ends before the index's position; the changes after it never happened. */
  async function clearIndexAheadOfDatabase(): Promise<void> {
    const last = await findLastIndexPosition(services.db);
    if ((await services.searchIndex.readPosition()) > last) await services.searchIndex.clear();
    isVerified = true;
  }

  async function processChanges(): Promise<void> {
    if (!(await services.searchIndex.claimFeed())) {
      // Another node applies the changes to the index that all share.
      isVerified = false;
      position = await services.searchIndex.readPosition();
      return;
    }
    if (!isVerified) await clearIndexAheadOfDatabase();
    // Positions that were applied before earlier ones; after a crash they are applied again.
    const applied = new Set<number>();
    let lastPlaced = 0;
    while (!stopped) {
      position = await services.searchIndex.readPosition();
      const changes = await listIndexChanges(services.db, position, WINDOW_SIZE);
      if (changes.length === 0) return services.searchIndex.finishFeed();
      const added = changes.filter((change) => change.position > lastPlaced);
      for (const change of await placeFiles(services, added)) applied.add(change.position);
      lastPlaced = changes.at(-1)?.position ?? lastPlaced;
      await applyByOwner(changes, applied);
      const firstWaiting = changes.findIndex((change) => !applied.has(change.position));
      const finished = firstWaiting === -1 ? changes : changes.slice(0, firstWaiting);
      for (const change of finished) applied.delete(change.position);
      const last = finished.at(-1);
      if (last) await services.searchIndex.setPosition(last.position);
    }
  }

  /** Applies some of the changes, the earliest first, with the owners of their files in turn. */
  async function applyByOwner(changes: readonly OwnedChange[], applied: Set<number>): Promise<void> {
    const waiting = changes.filter((change) => !applied.has(change.position));
    const endsAt = performance.now() + MAX_BATCH_MS;
    for (const change of interleaveOwners(waiting).slice(0, BATCH_SIZE)) {
      await indexFile(services, change.file_id);
      applied.add(change.position);
      if (stopped || performance.now() >= endsAt) return;
    }
  }

  const { run: catchUp, whenIdle } = createCoalescedRun(processChanges);

  const pollIntervalMs = POLL_INTERVAL_MS[services.config.databaseUrl === undefined ? 'sqlite' : 'postgres'];

  const tryToCatchUp = (): Promise<void> =>
    catchUp().catch((error: unknown) =>
      services.log.error({ err: error }, 'updating the search index failed'),
    );

  function poll(): void {
    void tryToCatchUp().finally(() => {
      if (!stopped) timer = setTimeout(poll, pollIntervalMs);
    });
  }

  function loadedPosition(): number {
    if (position === undefined) throw new Error('The search index is still loading');
    return position;
  }

  return {
    catchUp,
    start: poll,
    wake: () => void tryToCatchUp(),
    isLoaded: () => position !== undefined,
    countLag: async () => countIndexChanges(services.db, loadedPosition()),
    readPosition: async () => loadedPosition(),
    async check() {
      if (services.config.searchServer !== undefined) await services.searchIndex.readPosition();
      // Starting is a state of its own.
      if (position === undefined) return;
      assertRoom(await services.searchIndex.readStatistics());
    },
    async readStatistics() {
      loadedPosition();
      return services.searchIndex.readStatistics();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await whenIdle();
    },
  };
}

/**
 * Updates the places of files whose text and title the index already has, which moving a folder changes in great numbers.
 * Returns their changes; the others are of new, changed and removed files.
 */
async function placeFiles(services: Services, changes: readonly OwnedChange[]): Promise<OwnedChange[]> {
  if (changes.length === 0) return [];
  const files = await listFiles(
    services.db,
    changes.map((change) => change.file_id),
  );
  const generation = await findIndexGeneration(services.db);
  const pathOf = new Map<number | null, Promise<string>>();
  const placed = new Set<number>();
  await Promise.all(
    files.map(async (file) => {
      if (file.deleted_at !== null) return;
      const path = pathOf.get(file.folder_id) ?? readPath(services, file);
      pathOf.set(file.folder_id, path);
      if (await services.searchIndex.placeDocument(labelsOf(file, await path, generation)))
        placed.add(file.id);
    }),
  );
  return changes.filter((change) => placed.has(change.file_id));
}

async function indexFile(services: Services, fileId: number): Promise<void> {
  const file = await findFile(services.db, fileId);
  if (!file || file.deleted_at !== null) return services.searchIndex.removeDocument(fileId);
  const hasText = await services.searchIndex.putDocument(await describeFile(services, file));
  if (hasText === (file.index_reason !== INDEX_FULL_REASON)) return;
  await setIndexFull(services.db, fileId, hasText ? null : INDEX_FULL_REASON);
}

import type { Services } from '#server/app/context.ts';
import type { IndexedDocument, PlacedDocument } from '#server/engines/search/search-engine.ts';
import { findLastIndexPosition, listIndexChanges } from '../feed-queries.ts';
import { type FileRow, listFiles } from '../queries.ts';
import { findIndexGeneration, setIndexFull } from '../rebuild-queries.ts';
import { describeFile, labelsOf, readPath } from './describe-file.ts';
import { INDEX_FULL_REASON } from './extraction-messages.ts';
import { interleaveOwners, type OwnedChange } from './interleave-owners.ts';

const BATCH_SIZE = 50;
/** The changes among which owners take turns. */
const WINDOW_SIZE = 500;
/** After this long, the changes that were added meanwhile take part in the turns. */
const MAX_BATCH_MS = 1_000;
/**
 * Documents that are sent to the index together, which stores them with one commit: at most so many, or with so many passages.
 */
const GROUP_SIZE = 16;
const PASSAGES_OF_GROUP = 500;

/** Applies the changes of files to the search index, in the order of the change feed. */
export class ChangeFeed {
  readonly #services: Services;
  #isStopped = false;
  #isVerified = false;
  #position: number | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  /** The position that the index has reached, as last read: an index that is still loading answers late. */
  get position(): number | undefined {
    return this.#position;
  }

  /** Ends a run after the change that is being applied, and all later runs. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Applies all changes, unless another node applies them to the index that all share. */
  async process(): Promise<void> {
    const { db, searchIndex } = this.#services;
    if (!(await searchIndex.claimFeed())) {
      this.#isVerified = false;
      this.#position = await searchIndex.readPosition();
      return;
    }
    if (!this.#isVerified) await this.#clearIndexAheadOfDatabase();
    // Positions that were applied before earlier ones; after a crash they are applied again.
    const applied = new Set<number>();
    let lastPlaced = 0;
    while (!this.#isStopped) {
      this.#position = await searchIndex.readPosition();
      const changes = await listIndexChanges(db, this.#position, WINDOW_SIZE);
      if (changes.length === 0) return searchIndex.finishFeed();
      const added = changes.filter((change) => change.position > lastPlaced);
      const read = await readFiles(this.#services, added);
      for (const change of await placeFiles(this.#services, added, read)) applied.add(change.position);
      lastPlaced = changes.at(-1)?.position ?? lastPlaced;
      await this.#applyByOwner(changes, applied, read);
      const firstWaiting = changes.findIndex((change) => !applied.has(change.position));
      const finished = firstWaiting === -1 ? changes : changes.slice(0, firstWaiting);
      for (const change of finished) applied.delete(change.position);
      const last = finished.at(-1);
      if (last) await searchIndex.setPosition(last.position);
    }
  }

  /** A database restored from a backup ends before the index's position; the changes after it never happened. */
  async #clearIndexAheadOfDatabase(): Promise<void> {
    const { db, searchIndex } = this.#services;
    const last = await findLastIndexPosition(db);
    if ((await searchIndex.readPosition()) > last) await searchIndex.clear();
    this.#isVerified = true;
  }

  /**
   * Applies some of the changes, the earliest first, with the owners of their files in turn. Files that `known` lacks are read.
   */
  async #applyByOwner(
    changes: readonly OwnedChange[],
    applied: Set<number>,
    known: ReadFiles,
  ): Promise<void> {
    const waiting = changes.filter((change) => !applied.has(change.position));
    const endsAt = performance.now() + MAX_BATCH_MS;
    const batch = interleaveOwners(waiting).slice(0, BATCH_SIZE);
    const isKnown = batch.every((change) => known.has(change));
    const read = isKnown ? known : await readFiles(this.#services, batch);
    let group: Indexable[] = [];
    let passages = 0;
    for (const change of batch) {
      const indexable = await describeChange(this.#services, change, read);
      group.push(indexable);
      passages += indexable.document?.chunks.length ?? 0;
      const isEnd = this.#isStopped || performance.now() >= endsAt || change === batch.at(-1);
      if (!isEnd && group.length < GROUP_SIZE && passages < PASSAGES_OF_GROUP) continue;
      // Waits for all of them also when one fails: none may be under way when they are sent again.
      const sent = await Promise.allSettled(group.map((one) => indexFile(this.#services, one)));
      for (const outcome of sent) if (outcome.status === 'rejected') throw outcome.reason;
      for (const { position } of group) applied.add(position);
      if (isEnd) return;
      [group, passages] = [[], 0];
    }
  }
}

/** Files as they were when their changes were read, with what the index says beside their text. */
interface ReadFiles {
  /** Tells whether the file of the change was read, also if it was not there. */
  has(change: OwnedChange): boolean;
  find(fileId: number): FileRow | undefined;
  labelsOf(file: FileRow): Promise<PlacedDocument>;
}

/**
 * Reads the files of changes in one statement, and the path of each folder once. What changes afterwards has a later place in the
 * feed, and is applied again.
 */
async function readFiles(services: Services, changes: readonly OwnedChange[]): Promise<ReadFiles> {
  const ids = new Set(changes.map((change) => change.file_id));
  const files = changes.length === 0 ? [] : await listFiles(services.db, [...ids]);
  const byId = new Map(files.map((file) => [file.id, file]));
  const generation = files.length === 0 ? '' : await findIndexGeneration(services.db);
  const pathOf = new Map<number | null, Promise<string>>();
  return {
    has: (change) => ids.has(change.file_id),
    find: (fileId) => byId.get(fileId),
    async labelsOf(file) {
      const path = pathOf.get(file.folder_id) ?? readPath(services, file);
      pathOf.set(file.folder_id, path);
      return labelsOf(file, await path, generation);
    },
  };
}

/**
 * Updates the places of files whose text and title the index already has, which moving a folder changes in great numbers.
 * Returns their changes; the others are of new, changed and removed files.
 */
async function placeFiles(
  { searchIndex }: Services,
  changes: readonly OwnedChange[],
  read: ReadFiles,
): Promise<OwnedChange[]> {
  const placed = new Set<number>();
  await Promise.all(
    changes.map(async (change) => {
      const file = read.find(change.file_id);
      if (!file || file.deleted_at !== null) return;
      if (await searchIndex.placeDocument(await read.labelsOf(file))) placed.add(file.id);
    }),
  );
  return changes.filter((change) => placed.has(change.file_id));
}

/** A changed file as the index gets it; without a document it is removed. */
interface Indexable {
  readonly position: number;
  readonly fileId: number;
  readonly document?: IndexedDocument;
  /** The file says that the index had no room for its text. */
  readonly isLeftOut?: boolean;
}

async function describeChange(
  services: Services,
  { position, file_id: fileId }: OwnedChange,
  read: ReadFiles,
): Promise<Indexable> {
  const file = read.find(fileId);
  if (!file || file.deleted_at !== null) return { position, fileId };
  const document = await describeFile(services, file, await read.labelsOf(file));
  return { position, fileId, document, isLeftOut: file.index_reason === INDEX_FULL_REASON };
}

async function indexFile(
  { db, searchIndex }: Services,
  { fileId, document, isLeftOut }: Indexable,
): Promise<void> {
  if (!document) return searchIndex.removeDocument(fileId);
  const hasText = await searchIndex.putDocument(document);
  if (hasText === isLeftOut) await setIndexFull(db, fileId, hasText ? null : INDEX_FULL_REASON);
}

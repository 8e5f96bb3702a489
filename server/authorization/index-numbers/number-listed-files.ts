import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import { compareEntries, type EntryInOrder } from './entry-order.ts';
import { listFrozenPlaces } from './frozen-places.ts';
import { countPlaces, createCounter, joinPlaces, placesOf, type UncountedRow } from './list-places.ts';

type FileKey = Pick<EntryInOrder, 'id' | 'created_at'>;

/** A folder in a room, with a page of its active files. */
interface ListedFolder {
  readonly id: number;
  readonly hasFrozenNumbers: boolean;
  /** Sorted by id, descending, without gaps. */
  readonly files: readonly FileKey[];
  /** The page has all files. */
  readonly isWhole: boolean;
}

/**
 * Finds the numbers of files that have been read, for readers who see every entry of the folder: reading and sorting a thousand
 * files a second time would take half as long as the list itself.
 */
export async function numberListedFiles(
  db: Database,
  folder: ListedFolder,
): Promise<ReadonlyMap<number, string>> {
  const places = await selectOtherPlaces(db, { folderId: folder.id });
  const above = await countPlaces(
    db,
    places.filter(({ parent_id }) => parent_id !== folder.id),
  );
  const prefix = joinPlaces(above)('folder', folder.id);
  const placeOf = createCounter(await listFrozenPlaces(db, folder.hasFrozenNumbers ? [folder.id] : []));
  const siblings = places.filter(({ parent_id }) => parent_id === folder.id);
  const numbers = new Map<number, string>();
  for (const entry of [...siblings, ...(await listFileKeys(db, folder))].sort(compareEntries)) {
    const place = placeOf({ kind: entry.kind, id: entry.id, parent_id: folder.id });
    if (entry.kind === 'file')
      numbers.set(entry.id, prefix === undefined ? `${place}` : `${prefix}.${place}`);
  }
  return numbers;
}

async function listFileKeys(db: Database, folder: ListedFolder): Promise<EntryInOrder[]> {
  const positions = await selectFilePositions(db, { folderId: folder.id });
  const keyOf = new Map(positions.map(({ entry_id, order_key }) => [entry_id, order_key]));
  const files = [...folder.files, ...(await listOtherFiles(db, folder))];
  return files.map(({ id, created_at }) => ({
    kind: 'file',
    id,
    created_at,
    order_key: keyOf.get(id) ?? null,
  }));
}

async function listOtherFiles(db: Database, { id, files, isWhole }: ListedFolder): Promise<FileKey[]> {
  if (isWhole) return [];
  const [first, last] = [files[0]?.id ?? 0, files.at(-1)?.id ?? 0];
  return selectOtherFiles(db, { folderId: id, first, last });
}

/** The entries of a folder and of the folders above it, without the files of the folder. */
const selectOtherPlaces = prepareQuery((_, { folderId }: { folderId: number }) =>
  placesOf<UncountedRow & EntryInOrder>(sql`${folderId}`, {
    open: sql`(${folderId})`,
    files: sql`select parent_id from in_room where parent_id is not null`,
    withOrder: true,
  }),
);

const selectFilePositions = prepareQuery((db, { folderId }: { folderId: number }) =>
  db
    .selectFrom('entry_positions')
    .select(['entry_id', 'order_key'])
    .where('parent_id', '=', folderId)
    .where('entry_kind', '=', 'file'),
);

/** The active files of a folder that are not on a page. */
const selectOtherFiles = prepareQuery(
  (db, { folderId, first, last }: { folderId: number; first: number; last: number }) =>
    db
      .selectFrom('files')
      .select(['id', 'created_at'])
      .where('folder_id', '=', folderId)
      .where('deleted_at', 'is', null)
      .where(({ eb, or }) => or([eb('id', '<', last), eb('id', '>', first)])),
);

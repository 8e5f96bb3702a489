import { sql } from 'kysely';
import { hidesPersons } from '#server/authorization/publication/hidden-persons.ts';
import { readArchivedFileIds } from '#server/database/audit/rooms/archived-files.ts';
import type { Database } from '#server/database/open-database.ts';
import type { DeliveryRow } from './queries.ts';

/** Both engines limit the number of parameters of a statement. */
const BATCH_SIZE = 500;

/** The details of an archive of selected files: it has no object, and names the files in them. */
const archiveDetails = sql<string | null>`case when action = 'file.archive' then details end`;

/** Lists audit rows after a position, oldest first, with the folder of the file or folder that they are about. */
export function listAuditRowsAfter(db: Database, position: number, limit: number) {
  return db
    .selectFrom('audit_log')
    .leftJoin('files', (join) =>
      join.onRef('files.id', '=', 'audit_log.object_id').on('audit_log.object_kind', '=', 'file'),
    )
    .select([
      'position',
      'occurred_at',
      'actor_kind',
      'actor_id',
      'action',
      'object_kind',
      'object_id',
      'result',
    ])
    .select(
      sql<number | null>`case when object_kind = 'folder' then object_id else files.folder_id end`.as(
        'folderId',
      ),
    )
    .select(archiveDetails.as('archiveDetails'))
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute();
}
export type AnnouncedRow = Awaited<ReturnType<typeof listAuditRowsAfter>>[number];

/** Returns the folders of files; those outside folders, and those that are gone, have none. */
async function findFoldersOf(db: Database, fileIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const folders = new Map<number, number>();
  for (let at = 0; at < fileIds.length; at += BATCH_SIZE) {
    const files = await db
      .selectFrom('files')
      .select(['id', 'folder_id'])
      .where('id', 'in', fileIds.slice(at, at + BATCH_SIZE))
      .execute();
    for (const { id, folder_id } of files) if (folder_id !== null) folders.set(id, folder_id);
  }
  return folders;
}

/** Finds the details of the archive of selected files that a delivery is about; `null` for anything else. */
export async function findArchiveDetails(
  db: Database,
  { event_id }: Pick<DeliveryRow, 'event_id'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('audit_log')
    .select(archiveDetails.as('archiveDetails'))
    .where('position', '=', event_id)
    .executeTakeFirst();
  return row?.archiveDetails ?? null;
}

/** Finds the folder of the object of a delivery; `null` outside folders, and of an object that is gone. */
export async function findObjectFolder(
  db: Database,
  { object_kind, object_id }: DeliveryRow,
): Promise<number | null> {
  if (object_kind === 'folder') return object_id;
  if (object_kind !== 'file') return null;
  const file = await db
    .selectFrom('files')
    .select('folder_id')
    .where('id', '=', object_id)
    .executeTakeFirst();
  return file?.folder_id ?? null;
}

/** Returns those of the folders that are a folder or below it. */
export async function listFoldersWithin(
  db: Database,
  rootId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  const within = new Set<number>();
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    const { rows } = await sql<{ id: number }>`
      with recursive up(id, above_id) as (
        select id, id from folders where id in (${sql.join(ids.slice(at, at + BATCH_SIZE))})
        union
        select up.id, f.parent_id from up join folders f on f.id = up.above_id where f.parent_id is not null
      ) select id from up where above_id = ${rootId}`.execute(db);
    for (const { id } of rows) within.add(id);
  }
  return within;
}

/** Tells whether one of the folders is in a room that names no person who reads in it. */
export async function hidesPersonsInAny(db: Database, folderIds: readonly number[]): Promise<boolean> {
  if (folderIds.length === 0) return false;
  const row = await db
    .selectFrom('folders as place')
    .select('place.id')
    .where('place.id', 'in', folderIds)
    .where(hidesPersons(sql`place.id`), '=', 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Tells whether any room names no person who reads in it. */
export async function hidesPersonsAnywhere(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('room_analytics')
    .select('room_id')
    .where('hides_persons', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the folders of the files in archives of selected files, by the details of their entries; none for other entries. */
export async function findFoldersOfArchives(
  db: Database,
  details: readonly (string | null)[],
): Promise<readonly (readonly number[])[]> {
  const files = details.map(readArchivedFileIds);
  const folderOf = await findFoldersOf(db, [...new Set(files.flat())]);
  return files.map((ids) => ids.flatMap((id) => folderOf.get(id) ?? []));
}

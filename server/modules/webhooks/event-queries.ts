import { sql } from 'kysely';
import { hidesPersons } from '#server/authorization/publication/hidden-persons.ts';
import type { Database } from '#server/database/open-database.ts';
import type { DeliveryRow } from './queries.ts';

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
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute();
}
export type AnnouncedRow = Awaited<ReturnType<typeof listAuditRowsAfter>>[number];

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
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    with recursive up(id, above_id) as (
      select id, id from folders where id in (${sql.join(ids)})
      union
      select up.id, f.parent_id from up join folders f on f.id = up.above_id where f.parent_id is not null
    ) select id from up where above_id = ${rootId}`.execute(db);
  return new Set(rows.map(({ id }) => id));
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

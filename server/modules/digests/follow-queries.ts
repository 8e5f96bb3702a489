import { type Selectable, sql } from 'kysely';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import type { Reader } from '#server/authorization/readers/reader-of.ts';
import type { Database } from '#server/database/open-database.ts';
import { FOLLOW_COLUMNS } from '#server/database/tables/column-names.ts';
import type { FollowsTable } from '#server/database/tables/digests.ts';

export type FollowRow = Selectable<FollowsTable>;
export type FollowTarget = Pick<FollowRow, 'kind'> & { readonly id: number };

const followsOf = (db: Database, reader: Reader) =>
  db
    .selectFrom('follows')
    .select(FOLLOW_COLUMNS)
    .where('reader_kind', '=', reader.kind)
    .where('reader_id', '=', reader.id)
    .orderBy('id');

/** Lists what a reader follows, whether or not they see it; at most `limit` rows. */
export const listFollowRows = (
  db: Database,
  reader: Reader,
  { limit, cursor = 0 }: { limit: number; cursor?: number | undefined },
): Promise<FollowRow[]> => followsOf(db, reader).where('id', '>', cursor).limit(limit).execute();

export async function countFollows(db: Database, reader: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('follows')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('reader_kind', '=', reader.kind)
    .where('reader_id', '=', reader.id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findFollow = (
  db: Database,
  reader: Reader,
  { kind, id }: FollowTarget,
): Promise<FollowRow | undefined> =>
  followsOf(db, reader).where('kind', '=', kind).where('target_id', '=', id).executeTakeFirst();

/** Inserts a follow unless there is one; returns it. */
export async function insertFollow(
  db: Database,
  reader: Reader,
  { kind, id, now }: FollowTarget & { now: number },
): Promise<FollowRow> {
  const key = { reader_kind: reader.kind, reader_id: reader.id, kind, target_id: id };
  return db
    .insertInto('follows')
    .values({ ...key, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['reader_kind', 'reader_id', 'kind', 'target_id'])
        .doUpdateSet((row) => ({ created_at: row.ref('follows.created_at') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Removes follows by their ids. */
export async function removeFollows(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('follows').where('id', 'in', ids).execute();
}

/**
 * Lists those of the entries that can come back: they are in the trash, or in a room that is not open or excludes some readers;
 * nothing comes back from an archived room.
 */
export async function listReturning(
  db: Database,
  kind: FollowTarget['kind'],
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const entries = sql.table(kind === 'folder' ? 'folders' : 'files');
  const place = sql.ref(kind === 'folder' ? 'entries.id' : 'entries.folder_id');
  const { rows } = await sql<{ id: number }>`
    with recursive up(entry_id, at) as (
      select entries.id, ${place} from ${entries} as entries where entries.id in (${sql.join(ids)})
      union all
      select up.entry_id, folders.parent_id from up join folders on folders.id = up.at where folders.parent_id is not null)
    select id from ${entries} as entries where id in (${sql.join(ids)}) and (deleted_at is not null
      or id in (select entry_id from up join rooms on rooms.folder_id = up.at
        where (rooms.state <> 'open' or rooms.allows_visitors = 0 or rooms.allows_collaborators = 0
            or exists (select 1 from room_domains where room_domains.room_id = rooms.folder_id))
          and not (rooms.state = 'closed' and rooms.archived_at is not null)))`.execute(db);
  return rows.map(({ id }) => id);
}

/** Finds the root folder above an entry, whether or not the reader sees it; nothing for a file outside folders. */
export async function findRootOfEntry(db: Database, { kind, id }: FollowTarget): Promise<number | undefined> {
  const place = kind === 'folder' ? sql`${id}` : sql`select folder_id from files where id = ${id}`;
  const { rows } = await sql<{ id: number }>`with recursive ${ancestors(place)}
    select id from ancestors where parent_id is null`.execute(db);
  return rows[0]?.id;
}

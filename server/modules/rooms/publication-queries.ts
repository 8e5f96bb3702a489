import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { groupFoldersIn } from '#server/authorization/folder-access.ts';
import { groupFileLevel } from '#server/authorization/groups/group-access.ts';
import {
  type PublishedTest,
  publishedBy,
  publishedWithDrafts,
} from '#server/authorization/publication/published.ts';
import type { Database } from '#server/database/open-database.ts';
import type { PublicationsTable } from '#server/database/tables/rooms.ts';

/** The recursive common table expression `in_room`: the folders of a room. */
const inRoom = (roomId: number) => sql`in_room(id) as (
  select id from folders where id = ${roomId}
  union select f.id from folders f join in_room on f.parent_id = in_room.id where f.deleted_at is null)`;

const DRAFT_FOLDERS = sql`folders where folders.published_at is null and folders.deleted_at is null
  and folders.id in (select id from in_room)`;
const DRAFT_FILES = sql`files where files.published_at is null and files.deleted_at is null
  and files.folder_id in (select id from in_room)`;

export interface DraftCounts {
  readonly folders: number;
  readonly files: number;
  readonly version: string;
}

/** Counts the drafts of a room; the version differs as soon as others are drafts. */
export async function countDrafts(db: Database, roomId: number): Promise<DraftCounts> {
  const of = (table: string, drafts: RawBuilder<unknown>) =>
    sql`select ${sql.lit(table)} as kind, count(*) as count, coalesce(sum(id), 0) as total, coalesce(max(id), 0) as newest from ${drafts}`;
  const { rows } = await sql<{ kind: string; count: number; total: number; newest: number }>`
    with recursive ${inRoom(roomId)} ${of('folder', DRAFT_FOLDERS)} union all ${of('file', DRAFT_FILES)}`.execute(
    db,
  );
  const find = (kind: string) => rows.find((row) => row.kind === kind);
  const [folders, files] = [find('folder'), find('file')];
  return {
    folders: Number(folders?.count ?? 0),
    files: Number(files?.count ?? 0),
    version: [folders, files].map((row) => `${row?.count}.${row?.total}.${row?.newest}`).join('-'),
  };
}

export interface DraftRow {
  readonly kind: 'folder' | 'file';
  readonly id: number;
  readonly name: string;
  readonly folder_id: number;
  readonly created_at: number;
}

/** Lists the drafts of a room: folders, then files, oldest first. */
export async function listDraftRows(db: Database, roomId: number, limit: number): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`with recursive ${inRoom(roomId)}
    select 'folder' as kind, id, name, parent_id as folder_id, created_at from ${DRAFT_FOLDERS}
    union all select 'file', id, name, folder_id, created_at from ${DRAFT_FILES}
    order by 1 desc, 2 limit ${limit}`.execute(db);
  return rows;
}

export interface DifferenceRow {
  readonly group_id: number;
  readonly gains: number;
  readonly loses: number;
  readonly changes: number;
}

/**
 * Compares, with the expression that decides access, the files of each group now and once all drafts are published. Only what is
 * not published can differ.
 */
export async function compareGroups(
  db: Database,
  at: Pick<Requester, 'now'>,
  roomId: number,
  groupIds: readonly number[],
): Promise<DifferenceRow[]> {
  if (groupIds.length === 0) return [];
  const levels = (isPublished: PublishedTest, before: boolean) => {
    const level = groupFileLevel(isPublished);
    return sql`select visible.group_id, files.id as file_id, ${before ? level : sql`0`} as level_before,
        ${before ? sql`0` : level} as level_after
      from (select id, group_id, access_level as group_level
        from (${groupFoldersIn('active', groupIds, isPublished)}) as of_groups) as visible
      join files on files.folder_id = visible.id
      where files.deleted_at is null and (files.published_at is null or files.folder_id in (select id from draft_folders))`;
  };
  const { rows } = await sql<DifferenceRow>`with recursive ${inRoom(roomId)},
    draft_folders(id) as (
      select id from ${DRAFT_FOLDERS}
      union select f.id from folders f join draft_folders on f.parent_id = draft_folders.id where f.deleted_at is null
    )
    select group_id,
      sum(case when level_before = 0 and level_after > 0 then 1 else 0 end) as gains,
      sum(case when level_before > 0 and level_after = 0 then 1 else 0 end) as loses,
      sum(case when level_before > 0 and level_after > 0 and level_before <> level_after then 1 else 0 end) as changes
    from (
      select group_id, file_id, max(level_before) as level_before, max(level_after) as level_after from (
        ${levels(publishedBy(at), true)} union all ${levels(publishedWithDrafts(at), false)}
      ) as levels group by group_id, file_id
    ) as compared group by group_id`.execute(db);
  return rows.map(({ group_id, gains, loses, changes }) => ({
    group_id: Number(group_id),
    gains: Number(gains),
    loses: Number(loses),
    changes: Number(changes),
  }));
}

export type PublicationRow = Selectable<PublicationsTable>;

export function insertPublication(
  db: Database,
  publication: Insertable<PublicationsTable>,
): Promise<PublicationRow> {
  return db.insertInto('publications').values(publication).returningAll().executeTakeFirstOrThrow();
}

/** Gives all drafts of a room the instant of the publication. */
export async function setPublished(db: Database, { id, room_id, publish_at }: PublicationRow): Promise<void> {
  await sql`with recursive ${inRoom(room_id)} update files set published_at = ${publish_at}, publication_id = ${id}
    where published_at is null and deleted_at is null and folder_id in (select id from in_room)`.execute(db);
  await sql`with recursive ${inRoom(room_id)} update folders set published_at = ${publish_at}, publication_id = ${id}
    where published_at is null and deleted_at is null and id in (select id from in_room)`.execute(db);
}

/** Makes the content of a publication drafts again. */
export async function setUnpublished(db: Database, id: number, now: number): Promise<void> {
  for (const table of ['files', 'folders'] as const)
    await db
      .updateTable(table)
      .set({ published_at: null, publication_id: null })
      .where('publication_id', '=', id)
      .where((where) => where.or([where('published_at', 'is', null), where('published_at', '<>', 0)]))
      .execute();
  await db.updateTable('publications').set({ cancelled_at: now }).where('id', '=', id).execute();
}

export const findPublication = (db: Database, id: number): Promise<PublicationRow | undefined> =>
  db
    .selectFrom('publications')
    .selectAll()
    .where('id', '=', id)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst();

/** Lists the publications of a room that were not canceled, newest first; one more than `limit`. */
export const listPublicationRows = (
  db: Database,
  roomId: number,
  { limit, cursor }: { limit: number; cursor: number | undefined },
): Promise<PublicationRow[]> =>
  db
    .selectFrom('publications')
    .selectAll()
    .where('room_id', '=', roomId)
    .where('cancelled_at', 'is', null)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? 0))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

export async function setNumbersFrozen(db: Database, roomId: number, now: number): Promise<void> {
  await db.updateTable('rooms').set({ frozen_at: now }).where('folder_id', '=', roomId).execute();
}

export async function setRoomSettings(db: Database, roomId: number, settings: string): Promise<void> {
  await db.updateTable('rooms').set({ settings }).where('folder_id', '=', roomId).execute();
}

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { activeDescendants } from '#server/authorization/folder-descendants.ts';
import type { Database } from '#server/database/open-database.ts';
import type { DraftSelection } from '#shared/contracts/rooms/drafts.ts';

/** The drafts that wait for this publication, for none yet, or for any or none; or some of those that wait for none. */
export type DraftsOf = number | 'none' | 'any' | DraftSelection;

/** The alias of `draft_changes`; folders have several. */
const CHANGES = 'd';

/** Limits rows of `folders`, `files` or `draft_changes`, or of an alias of them, to these drafts. */
export const waitsFor = (table: string, publication: DraftsOf): RawBuilder<SqlBool> => {
  if (publication === 'any') return sql<SqlBool>`(1 = 1)`;
  const column = sql.ref(`${table}.publication_id`);
  if (typeof publication === 'number') return sql<SqlBool>`${column} = ${publication}`;
  if (publication === 'none') return sql<SqlBool>`${column} is null`;
  return sql<SqlBool>`(${column} is null and ${isSelected(table, publication)})`;
};

function isSelected(table: string, { folderIds, fileIds, changeIds }: DraftSelection): RawBuilder<SqlBool> {
  const ids = table === 'files' ? fileIds : table === CHANGES ? changeIds : folderIds;
  return ids.length === 0
    ? sql<SqlBool>`1 = 0`
    : sql<SqlBool>`${sql.ref(`${table}.id`)} in (${sql.join(ids)})`;
}

/** The recursive common table expression `in_room`: the folders of a room. */
const inRoom = (roomId: number) => activeDescendants(sql`${roomId}`, sql`in_room`);

/**
 * The common table expressions `in_room` and `pending`: the moves, levels and versions among these drafts that still mean
 * something, since entry, target and group are in the room.
 */
export const pendingChanges = (roomId: number, publication: DraftsOf) => sql`${inRoom(roomId)},
  pending as (
    select d.id, d.kind, d.entry_kind, d.entry_id, d.to_folder_id, d.group_id, d.level, d.version, d.author_id, d.created_at
    from draft_changes d
    where d.room_id = ${roomId} and ${waitsFor(CHANGES, publication)}
      and ((d.entry_kind = 'folder' and d.entry_id in (select id from in_room)) or (d.entry_kind = 'file'
        and d.entry_id in (select id from files where deleted_at is null and folder_id in (select id from in_room))))
      and (d.kind <> 'move' or d.to_folder_id in (select id from in_room))
      and (d.kind <> 'level' or d.group_id in (select id from room_groups where deleted_at is null)))`;

/** The folder to which one of these drafts moves a folder or file; null for none. */
const movedTo = (kind: 'folder' | 'file', entry: string) =>
  sql`(select to_folder_id from pending where pending.kind = 'move' and entry_kind = ${sql.lit(kind)} and entry_id = ${sql.ref(entry)})`;

export const draftFolders = (publication: DraftsOf) => sql`folders where folders.published_at is null
  and ${waitsFor('folders', publication)} and folders.deleted_at is null and folders.id in (select id from in_room)`;
export const draftFiles = (publication: DraftsOf) => sql`files where files.published_at is null
  and ${waitsFor('files', publication)} and files.deleted_at is null and files.folder_id in (select id from in_room)
  and files.id not in (select file_id from inbox_files)`;

/** Finds folders that stay drafts above what these drafts publish or move, so that no group would see that; at most `limit`. */
export const listDraftFoldersAbove = (
  db: Database,
  roomId: number,
  drafts: DraftsOf,
  limit: number,
): Promise<{ name: string }[]> =>
  listFoldersAbove(
    db,
    roomId,
    { drafts, isHidden: sql`folders.published_at is null and folders.publication_id is null` },
    limit,
  );

/**
 * Finds folders above what these drafts publish or move that wait for other publications and are hidden at this time; at most
 * `limit`.
 */
export const listWaitingFoldersAbove = (
  db: Database,
  roomId: number,
  { drafts, at }: { drafts: DraftsOf; at: number },
  limit: number,
): Promise<{ name: string }[]> => {
  const isHidden = sql`folders.publication_id is not null and (folders.published_at > ${at} or (folders.published_at is null
    and not exists (select 1 from publications where publications.id = folders.publication_id
      and publications.state = 'scheduled' and publications.publish_at <= ${at})))`;
  return listFoldersAbove(db, roomId, { drafts, isHidden }, limit);
};

async function listFoldersAbove(
  db: Database,
  roomId: number,
  { drafts, isHidden }: { drafts: DraftsOf; isHidden: RawBuilder<unknown> },
  limit: number,
): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`with recursive ${pendingChanges(roomId, drafts)},
    places(id) as (
      select coalesce(${movedTo('folder', 'folders.id')}, folders.parent_id) from ${draftFolders(drafts)}
      union select coalesce(${movedTo('file', 'files.id')}, files.folder_id) from ${draftFiles(drafts)}
      union select to_folder_id from pending where kind = 'move'
    ),
    above(id) as (
      select id from places
      union select coalesce(${movedTo('folder', 'folders.id')}, folders.parent_id)
        from above join folders on folders.id = above.id where folders.parent_id is not null
    )
    select name from folders where ${isHidden} and folders.deleted_at is null
      and folders.id in (select id from in_room) and folders.id in (select id from above)
      and folders.id not in (select id from ${draftFolders(drafts)})
    order by folders.id limit ${limit}`.execute(db);
  return rows;
}

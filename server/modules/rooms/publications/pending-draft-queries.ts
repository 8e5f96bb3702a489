import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The drafts that wait for this publication, for none yet, or for any or none. */
export type DraftsOf = number | 'none' | 'any';

/** Limits rows of `folders`, `files` or `draft_changes` to these drafts. */
export const waitsFor = (table: string, publication: DraftsOf): RawBuilder<SqlBool> => {
  if (publication === 'any') return sql<SqlBool>`(1 = 1)`;
  const column = sql.ref(`${table}.publication_id`);
  return publication === 'none' ? sql<SqlBool>`${column} is null` : sql<SqlBool>`${column} = ${publication}`;
};

/** The recursive common table expression `in_room`: the folders of a room. */
const inRoom = (roomId: number) => sql`in_room(id) as (
  select id from folders where id = ${roomId}
  union select f.id from folders f join in_room on f.parent_id = in_room.id where f.deleted_at is null)`;

/**
 * The common table expressions `in_room` and `pending`: the moves, levels and versions among these drafts that still mean something, since entry,
 * target and group are in the room.
 */
export const pendingChanges = (roomId: number, publication: DraftsOf) => sql`${inRoom(roomId)},
  pending as (
    select d.id, d.kind, d.entry_kind, d.entry_id, d.to_folder_id, d.group_id, d.level, d.version, d.author_id, d.created_at
    from draft_changes d
    where d.room_id = ${roomId} and ${waitsFor('d', publication)}
      and ((d.entry_kind = 'folder' and d.entry_id in (select id from in_room)) or (d.entry_kind = 'file'
        and d.entry_id in (select id from files where deleted_at is null and folder_id in (select id from in_room))))
      and (d.kind <> 'move' or d.to_folder_id in (select id from in_room))
      and (d.kind <> 'level' or d.group_id in (select id from room_groups where deleted_at is null)))`;

export const draftFolders = (publication: DraftsOf) => sql`folders where folders.published_at is null
  and ${waitsFor('folders', publication)} and folders.deleted_at is null and folders.id in (select id from in_room)`;
export const draftFiles = (publication: DraftsOf) => sql`files where files.published_at is null
  and ${waitsFor('files', publication)} and files.deleted_at is null and files.folder_id in (select id from in_room)
  and files.id not in (select file_id from inbox_files)`;

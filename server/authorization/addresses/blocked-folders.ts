import { type RawBuilder, sql } from 'kysely';
import { type Actor, blockedRoomIdsOf } from '#shared/policies/actor.ts';
import { selfAndDescendants } from '../folder-descendants.ts';
import { type FolderSource, SOURCES } from '../grants/folder-sources.ts';

/** Leaves out the folders of rooms that may not be read from the address of the request. `access` has a column `id`. */
export function withoutBlockedRooms<Row>(
  actor: Actor,
  source: FolderSource,
  access: RawBuilder<Row>,
): RawBuilder<Row> {
  const roomIds = blockedRoomIdsOf(actor);
  if (roomIds.length === 0) return access;
  return sql<Row>`select * from (${access}) as unblocked
    where id not in (${selfAndDescendants(roomIds, SOURCES[source])})`;
}

/** The folders of rooms, as a query of ids. */
export const foldersOfRooms = (roomIds: readonly number[]): RawBuilder<number> =>
  sql<number>`(${selfAndDescendants(roomIds, SOURCES.all)})`;

/** Leaves out files of such rooms, of a query of file ids. */
export const withoutBlockedFiles = <Row>(actor: Actor, files: RawBuilder<Row>): RawBuilder<Row> =>
  withoutFilesOfRooms(blockedRoomIdsOf(actor), files);

/** Leaves out the files of rooms, of a query of file ids. */
export function withoutFilesOfRooms<Row>(
  roomIds: readonly number[],
  files: RawBuilder<Row>,
): RawBuilder<Row> {
  if (roomIds.length === 0) return files;
  return sql<Row>`(select id from ${files} as unblocked where id not in (
    select files.id from files where files.folder_id in ${foldersOfRooms(roomIds)}))`;
}

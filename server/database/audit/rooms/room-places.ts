import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../open-database.ts';
import { prepareQuery } from '../../prepared/prepare-query.ts';

/** The objects of events that lie in folders, or belong to rooms. */
export const PLACED_KINDS = [
  'folder',
  'file',
  'placeholder',
  'group',
  'request',
  'certificate',
  'link',
  'invitation',
] as const;
type PlacedKind = (typeof PLACED_KINDS)[number];

export interface PlacedObject {
  readonly kind: PlacedKind;
  readonly id: number;
}

/** A folder that an object lies in or opens; a room stands for its folder, and `null` for what is outside folders. */
interface Place extends PlacedObject {
  readonly folderId: number | null;
}

/** Both engines limit the number of parameters of a statement. */
const IDS_AT_ONCE = 400;

const linkPlaces = (ids: RawBuilder<unknown>) => sql`
  select links.id as link_id, room_groups.room_id as folder_id
    from links join room_groups on room_groups.id = links.group_id where links.id in (${ids})
  union all select links.id, room_archives.room_id
    from links join room_archives on room_archives.id = links.archive_id where links.id in (${ids})
  union all select link_targets.link_id, case when entry_kind = 'folder' then entry_id else files.folder_id end
    from link_targets left join files on entry_kind = 'file' and files.id = entry_id
      where link_targets.link_id in (${ids}) and (entry_kind <> 'file' or files.id is not null)`;

/** Selects `id` and `folderId` of objects of one kind. */
const PLACES: Readonly<Record<PlacedKind, (ids: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  folder: (ids) => sql`select id, id as "folderId" from folders where id in (${ids})`,
  file: (ids) => sql`select id, folder_id as "folderId" from files where id in (${ids})`,
  placeholder: (ids) => sql`select id, folder_id as "folderId" from placeholders where id in (${ids})`,
  group: (ids) => sql`select id, room_id as "folderId" from room_groups where id in (${ids})`,
  request: (ids) => sql`select id, room_id as "folderId" from requests where id in (${ids})`,
  certificate: (ids) =>
    sql`select id, room_id as "folderId" from disclosure_certificates where id in (${ids})`,
  link: (ids) => sql`select link_id as id, folder_id as "folderId" from (${linkPlaces(ids)}) as places`,
  // An invitation to all folders of its inviter has a place outside rooms too.
  invitation: (ids) => sql`
    select invitation_id as id, folder_id as "folderId" from invitation_folders where invitation_id in (${ids})
    union all select invitation_id, room_id from group_members where invitation_id in (${ids})
    union all select id, null from invitations where id in (${ids}) and all_folders = 1
    union all select invitations.id, places.folder_id from invitations
      join (${linkPlaces(sql`select link_id from invitations where id in (${ids})`)}) as places on places.link_id = invitations.link_id
      where invitations.id in (${ids})`,
};

async function listPlaces(db: Database, objects: readonly PlacedObject[]): Promise<Place[]> {
  const places: Place[] = [];
  for (const [kind, ofKind] of Map.groupBy(objects, (object) => object.kind)) {
    const ids = [...new Set(ofKind.map(({ id }) => id))];
    for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
      const some = sql.join(ids.slice(start, start + IDS_AT_ONCE));
      const { rows } = await sql<{ id: number; folderId: number | null }>`${PLACES[kind](some)}`.execute(db);
      places.push(...rows.map((row) => ({ ...row, kind })));
    }
  }
  return places;
}

/** Finds the rooms of folders, by their ids. */
async function findRoomsOfFolders(
  db: Database,
  folderIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rooms = new Map<number, number>();
  for (let start = 0; start < folderIds.length; start += IDS_AT_ONCE) {
    const { rows } = await sql<{ id: number; roomId: number }>`
      with recursive up(id, above_id) as (
        select id, id from folders where id in (${sql.join(folderIds.slice(start, start + IDS_AT_ONCE))})
        union all
        select up.id, folders.parent_id from up join folders on folders.id = up.above_id where folders.parent_id is not null
      ) select up.id, rooms.folder_id as "roomId" from up join rooms on rooms.folder_id = up.above_id
        join folders as tops on tops.id = rooms.folder_id and tops.parent_id is null`.execute(db);
    for (const { id, roomId } of rows) rooms.set(id, roomId);
  }
  return rooms;
}

const roomAbove = (folderId: RawBuilder<unknown>) => sql<{ roomId: number }>`
  with recursive up(id, parent_id) as (
    select id, parent_id from folders where id = ${folderId}
    union all
    select folders.id, folders.parent_id from folders join up on folders.id = up.parent_id
  ) select rooms.folder_id as "roomId" from up join rooms on rooms.folder_id = up.id where up.parent_id is null`;

const selectRoomOfFolder = prepareQuery((_, { id }: { id: number }) => roomAbove(sql`${id}`));
const selectRoomOfFile = prepareQuery((_, { id }: { id: number }) =>
  roomAbove(sql`(select folder_id from files where files.id = ${id})`),
);

const keyOf = ({ kind, id }: PlacedObject): string => `${kind} ${id}`;

/**
 * Finds the rooms of objects, also of purged ones whose rows are still there. Returns no room for an object that lies in several,
 * or outside of them as well. A few queries whatever the number of objects, and one for a single file or folder.
 */
export async function findRooms(
  db: Database,
  objects: readonly PlacedObject[],
): Promise<(object: PlacedObject) => number | null> {
  const [first] = objects;
  if (!first) return () => null;
  const isAlone = objects.every(({ kind, id }) => kind === first.kind && id === first.id);
  if (isAlone && (first.kind === 'file' || first.kind === 'folder')) {
    const select = first.kind === 'file' ? selectRoomOfFile : selectRoomOfFolder;
    const roomId = (await select(db, { id: first.id }))[0]?.roomId ?? null;
    return () => roomId;
  }
  const places = Map.groupBy(await listPlaces(db, objects), keyOf);
  const folderIds = [...places.values()].flat().flatMap(({ folderId }) => folderId ?? []);
  const rooms = await findRoomsOfFolders(db, [...new Set(folderIds)]);
  return (object) => {
    const found = new Set(
      places
        .get(keyOf(object))
        ?.map(({ folderId }) => (folderId === null ? null : (rooms.get(folderId) ?? null))),
    );
    const [roomId = null] = found;
    return found.size === 1 ? roomId : null;
  };
}

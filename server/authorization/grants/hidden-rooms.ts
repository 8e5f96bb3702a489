import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { SOURCES } from './folder-sources.ts';
import { isExcludedAddress } from './room-domains.ts';

/**
 * Readers who are neither staff nor in a group: collaborators of folders inside a room, and visitors of invitations and links.
 */
type Reader = 'collaborators' | 'visitors';

/** Tells whether a row of `rooms` is hidden from everybody but its staff. */
const isNotOpen = sql<SqlBool>`rooms.state <> 'open'`;

const HIDDEN_FROM: Readonly<Record<Reader, RawBuilder<SqlBool>>> = {
  collaborators: sql`${isNotOpen} or rooms.allows_collaborators = 0`,
  visitors: sql`${isNotOpen} or rooms.allows_visitors = 0`,
};

/** The address of a reader, which the domains of a room may exclude; `undefined` where nobody reads. */
type Address = RawBuilder<string> | undefined;

/**
 * The folders, among `folders`, of rooms that are not open or whose rules exclude these readers or their address, as a query of
 * ids. Only the staff see them: whose grant is on the root folder as its owner, manager or collaborator. Walks down from these
 * rooms alone.
 */
export const hiddenFolders = (
  folders: RawBuilder<unknown>,
  from: Reader,
  address: Address,
): RawBuilder<{ id: number }> => sql`${hidden(folders, from, address)} select id from hidden`;

const isExcluded = (address: Address) =>
  address ? sql`or ${isExcludedAddress(address, sql`rooms.folder_id`)}` : sql``;

const hidden = (folders: RawBuilder<unknown>, from: Reader, address: Address) => sql`
  with recursive hidden(id, parent_id) as (
    select f.id, f.parent_id from rooms join ${folders} f on f.id = rooms.folder_id and f.parent_id is null
      where (${HIDDEN_FROM[from]} ${isExcluded(address)})
    union
    select f.id, f.parent_id from ${folders} f join hidden on f.parent_id = hidden.id
  )`;

/** Tells whether these readers may see a folder as far as its room decides. Needs `ancestors`. */
export const isShownTo = (
  reader: Reader,
  folderId: RawBuilder<unknown>,
  address: Address,
): RawBuilder<SqlBool> =>
  sql<SqlBool>`${folderId} not in (${hiddenFolders(SOURCES.ancestors, reader, address)})`;

/**
 * Tells whether a grant to these readers counts in its room: where they are excluded, only one on the root folder does. Needs
 * `ancestors`.
 */
export const isGrantShownTo = (
  reader: Reader,
  folderId: RawBuilder<unknown>,
  address: Address,
): RawBuilder<SqlBool> =>
  sql<SqlBool>`${folderId} not in (${hidden(SOURCES.ancestors, reader, address)} select id from hidden where parent_id is not null)`;

/** Tells whether a root folder takes new staff: a closed room does not. */
export const takesStaff = (folderId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`not exists (select 1 from rooms where rooms.folder_id = ${folderId} and rooms.state = 'closed')`;

/** Limits rows of `room_groups` to groups of open rooms. */
export const isGroupOfOpenRoom = sql<SqlBool>`exists (
  select 1 from rooms where rooms.folder_id = room_groups.room_id and not ${isNotOpen})`;

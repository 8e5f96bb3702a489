import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import type { RoomState } from '#shared/domain/rooms/room-states.ts';
import { ancestors } from '../folder-ancestors.ts';
import { foldersBelow } from '../folder-descendants.ts';
import { roomState } from '../grants/room-state.ts';

interface RoomRow {
  readonly settings: string;
  readonly hasGroups: 0 | 1;
}

/** The column `settings` of a room. */
export interface RoomSettings {
  /** Uploads and new folders are drafts while the room has groups. */
  readonly draftUploads: boolean;
  /** A second manager approves each publication; what groups gain is a draft first. */
  readonly publicationApproval: boolean;
  /** `dense` numbers what a reader sees without gaps; the staff see the numbers of the whole room. */
  readonly numbering: 'complete' | 'dense';
  /** Mails about changes name files. */
  readonly namesInMails: boolean;
  /** The languages of scans; empty for those that the pages are in. */
  readonly ocrLanguages: string[];
}

/** Parses the column; keys of later versions are ignored. */
export function parseRoomSettings(json: string): RoomSettings {
  const settings: Partial<RoomSettings> = JSON.parse(json);
  return {
    draftUploads: settings.draftUploads !== false,
    publicationApproval: settings.publicationApproval === true,
    numbering: settings.numbering === 'dense' ? 'dense' : 'complete',
    namesInMails: settings.namesInMails === true,
    ocrLanguages: settings.ocrLanguages ?? [],
  };
}

/** Finds the room that a folder is in. */
export async function findRoomOf(
  { db }: Pick<Context, 'db'>,
  folderId: number,
): Promise<RoomRow | undefined> {
  return (await selectRoomOf(db, { folderId }))[0];
}

const selectRoomOf = prepareQuery(
  (_, { folderId }: { folderId: number }) => sql<RoomRow>`with recursive ${ancestors(sql`${folderId}`)}
    select rooms.settings, case when exists (
      select 1 from room_groups where room_groups.room_id = rooms.folder_id and room_groups.deleted_at is null
    ) then 1 else 0 end as "hasGroups"
    from ancestors join rooms on rooms.folder_id = ancestors.id where ancestors.parent_id is null`,
);

/** Finds the states of those of the folders that are rooms. */
export async function findRoomStates(
  { db }: Pick<Context, 'db'>,
  folderIds: readonly number[],
): Promise<ReadonlyMap<number, RoomState>> {
  if (folderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('rooms')
    .select(['folder_id', roomState.as('state')])
    .where('folder_id', 'in', folderIds)
    .execute();
  return new Map(rows.map(({ folder_id, state }) => [folder_id, state]));
}

/** The id of the room that a folder is in, as a query. */
export const roomIdOf = (folderId: RawBuilder<unknown>) => sql<{
  id: number;
}>`with recursive ${ancestors(folderId)}
    select rooms.folder_id as id from ancestors join rooms on rooms.folder_id = ancestors.id
    where ancestors.parent_id is null`;

/** Returns the id of the room that a folder is in. */
export async function findRoomIdOf(
  { db }: Pick<Context, 'db'>,
  folderId: number,
): Promise<number | undefined> {
  const { rows } = await roomIdOf(sql`${folderId}`).execute(db);
  return rows[0]?.id;
}

/** Returns the column of a new folder or file in this folder: a draft in a room with groups, unless its settings say no. */
export const initialPublication = async (
  ctx: Context,
  folderId: number | null,
): Promise<{ published_at?: null }> =>
  initialPublicationIn(folderId === null ? undefined : await findRoomOf(ctx, folderId));

/** The same for a room that was read, or none. */
export function initialPublicationIn(room: RoomRow | undefined): { published_at?: null } {
  if (room?.hasGroups !== 1) return {};
  const { draftUploads, publicationApproval } = parseRoomSettings(room.settings);
  return draftUploads || publicationApproval ? { published_at: null } : {};
}

/** Tells whether groups may see what is in this folder. */
export async function isInRoomWithGroups(
  ctx: Pick<Context, 'db'>,
  folderId: number | null,
): Promise<boolean> {
  return folderId !== null && (await findRoomOf(ctx, folderId))?.hasGroups === 1;
}

/** A room that was moved keeps its drafts: it can be moved back to where its groups see it. */
const isNoRoom = (id: RawBuilder<unknown>) =>
  sql`not exists (select 1 from rooms where rooms.folder_id = ${id})`;

/** Publishes what was moved to this place if it is in no room, and ends its wait in an inbox: only a room has either. */
export async function publishOutsideRooms(
  ctx: Context,
  moved: { folderId: number } | { fileIds: readonly number[] },
  to: number | null,
): Promise<void> {
  if (to !== null && (await findRoomOf(ctx, to))) return;
  if ('fileIds' in moved) {
    await ctx.db
      .updateTable('files')
      .set({ published_at: 0, publication_id: null })
      .where('id', 'in', moved.fileIds)
      .where((where) => where.or([where('published_at', 'is', null), where('published_at', '<>', 0)]))
      .execute();
    await ctx.db.deleteFrom('inbox_files').where('file_id', 'in', moved.fileIds).execute();
    return;
  }
  const below = sql`with recursive ${foldersBelow({
    name: sql`below`,
    roots: sql`select id from folders where id = ${moved.folderId} and ${isNoRoom(sql`folders.id`)}`,
    entered: isNoRoom(sql`f.id`),
  })} select id from below`;
  const isDated = sql`(published_at is null or published_at <> 0)`;
  await sql`update files set published_at = 0, publication_id = null
    where ${isDated} and folder_id in (${below})`.execute(ctx.db);
  await sql`update folders set published_at = 0, publication_id = null
    where ${isDated} and id in (${below})`.execute(ctx.db);
  await sql`delete from inbox_files
    where file_id in (select id from files where folder_id in (${below}))`.execute(ctx.db);
}

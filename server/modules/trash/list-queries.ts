import { type RawBuilder, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { ACCESS_LEVEL_ORDER } from '#server/authorization/access-level-order.ts';
import { visibleInTrashTo } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import { type Actor, isAdmin, seesEverything } from '#shared/policies/actor.ts';

type EntryKind = 'folder' | 'file';

/** An item that was deleted itself. */
export interface TrashedRow {
  readonly kind: EntryKind;
  readonly id: number;
  readonly name: string;
  readonly deleted_at: number;
  /** The folder that it was deleted from, while it exists. */
  readonly from_id: number | null;
  readonly from_name: string | null;
  /** Size in bytes and number of files; for a folder, of those that were deleted with it. */
  readonly size: number;
  readonly file_count: number;
  readonly versions: number;
}

/** A position in the list: newest first, and folders before files of the same instant. */
export interface TrashCursor {
  readonly deletedAt: number;
  readonly kind: EntryKind;
  readonly id: number;
}

interface ListOptions {
  /**
   * Lists only those among the newest of all owners until this one, with it, or among the newest so many where the list ends
   * before.
   */
  readonly among?: {
    readonly passes: number;
    readonly end: Pick<TrashedRow, 'id' | 'deleted_at'> | undefined;
  };
  /** Lists only what belongs to the actor, not all that they may see. */
  readonly ownOnly: boolean;
  readonly limit: number;
  readonly after: TrashCursor | undefined;
}

const isInTrash = sql`thing.deleted_at is not null and thing.deleted_with_folder_id is null and thing.purged_at is null`;

function comesAfter(kind: EntryKind, after: TrashCursor | undefined): RawBuilder<unknown> {
  if (!after) return sql`1 = 1`;
  const atThatInstant =
    after.kind === kind ? sql`thing.id < ${after.id}` : after.kind === 'folder' ? sql`1 = 1` : sql`1 = 0`;
  // The first condition is what an index begins at.
  return sql`thing.deleted_at <= ${after.deletedAt} and (thing.deleted_at < ${after.deletedAt} or ${atThatInstant})`;
}

/** The folders of the rooms that the actor manages, among those in `visible`. */
const MANAGED = sql`managed(id) as (
  select visible.id from visible join rooms on rooms.folder_id = visible.id
    join folders on folders.id = visible.id and folders.parent_id is null
    where visible.access_level = ${sql.lit(ACCESS_LEVEL_ORDER.owner)}
  union select f.id from folders f join managed on f.parent_id = managed.id)`;

/** Applies the rule of `trashPolicy` in SQL. */
function belongsToActor(actor: Actor, kind: EntryKind, ownOnly: boolean): RawBuilder<unknown> {
  const self = actor.kind === 'user' ? actor.id : 0;
  const own = sql`thing.owner_id = ${self}`;
  const place = kind === 'file' ? sql`thing.folder_id` : sql`thing.id`;
  const isSeen = seesEverything(actor)
    ? sql`1 = 1`
    : sql`(${place} is null or ${place} in (select id from visible))`;
  if (isAdmin(actor)) return sql`${ownOnly ? own : sql`1 = 1`} and ${isSeen}`;
  if (kind === 'file') {
    const ownInReach = sql`${own} and (thing.folder_id is null
      or thing.folder_id in (select id from visible where access_level >= ${sql.lit(ACCESS_LEVEL_ORDER.collaborator)}))`;
    return ownOnly ? ownInReach : sql`(${ownInReach} or thing.folder_id in (select id from managed))`;
  }
  return sql`${ownOnly ? own : sql`1 = 1`} and thing.id in (select id from visible where access_level = ${sql.lit(ACCESS_LEVEL_ORDER.owner)})`;
}

const PLACES = { file: ['files', 'folder_id'], folder: ['folders', 'parent_id'] } as const;

function comesUntil(end: Pick<TrashedRow, 'id' | 'deleted_at'> | undefined): RawBuilder<unknown> {
  if (!end) return sql`1 = 1`;
  return sql`thing.deleted_at >= ${end.deleted_at} and (thing.deleted_at > ${end.deleted_at} or thing.id >= ${end.id})`;
}

/** Selects everything in the trash, of all owners, newest first. */
const inTrashOfAll = (
  kind: EntryKind,
  after: TrashCursor | undefined,
  end?: Pick<TrashedRow, 'id' | 'deleted_at'>,
) => sql`
  select thing.* from ${sql.table(PLACES[kind][0])} thing where ${isInTrash} and ${comesAfter(kind, after)} and ${comesUntil(end)}
    order by thing.deleted_at desc, thing.id desc`;

async function listKind(
  db: Database,
  requester: Requester,
  kind: EntryKind,
  wanted: ListOptions,
): Promise<TrashedRow[]> {
  const content =
    kind === 'file'
      ? sql`thing.size, 1 as file_count, (select count(*) from file_versions where file_id = thing.id) as versions`
      : sql`(select coalesce(sum(size), 0) from files where deleted_with_folder_id = thing.id) as size,
          (select count(*) from files where deleted_with_folder_id = thing.id) as file_count, 1 as versions`;
  const [table, place] = PLACES[kind];
  const { among } = wanted;
  const source = among
    ? sql`(${inTrashOfAll(kind, wanted.after, among.end)} limit ${among.passes})`
    : sql.table(table);
  const { rows } = await sql<TrashedRow>`
    with recursive visible(id, access_level) as ${visibleInTrashTo(requester)}, ${MANAGED}
    select ${sql.lit(kind)} as kind, thing.id, thing.name, thing.deleted_at, place.id as from_id, place.name as from_name,
      ${content}
    from ${source} thing
    left join folders place on place.id = ${sql.ref(`thing.${place}`)} and place.deleted_at is null
    where ${isInTrash} and ${belongsToActor(requester.actor, kind, wanted.ownOnly)} and ${comesAfter(kind, wanted.after)}
    order by thing.deleted_at desc, thing.id desc
    limit ${wanted.limit}`.execute(db);
  return rows;
}

/** Lists what the actor may restore or purge; at most `limit` rows. */
export async function listTrashed(
  db: Database,
  requester: Requester,
  wanted: ListOptions,
): Promise<readonly TrashedRow[]> {
  const folders = await listKind(db, requester, 'folder', wanted);
  const files = await listKind(db, requester, 'file', wanted);
  return mergeKinds(folders, files).slice(0, wanted.limit);
}

/** Merges folders and files, each newest first: folders stay before files of the same instant. */
export const mergeKinds = (
  folders: readonly TrashedRow[],
  files: readonly TrashedRow[],
): readonly TrashedRow[] => [...folders, ...files].sort((a, b) => b.deleted_at - a.deleted_at);

/** Lists what the actor may restore or purge among the next `passes` of all owners, and where these end, unless the list does. */
export async function listTrashedAmong(
  db: Database,
  requester: Requester,
  { kind, after, passes }: { kind: EntryKind; after: TrashCursor | undefined; passes: number },
): Promise<{ rows: readonly TrashedRow[]; next: TrashCursor | undefined }> {
  const last = await sql<Pick<TrashedRow, 'id' | 'deleted_at'>>`
    select id, deleted_at from (${inTrashOfAll(kind, after)} limit 1 offset ${passes - 1}) last`.execute(db);
  const [end] = last.rows;
  const among = { passes, end };
  const rows = await listKind(db, requester, kind, { ownOnly: false, limit: passes, after, among });
  return { rows, next: end && { deletedAt: end.deleted_at, kind, id: end.id } };
}

/**
 * Lists what was deleted until `until`, of all owners, oldest first: what was deleted from a folder earlier
 * precedes it.
 */
export async function listExpired(db: Database, until: number, limit: number): Promise<ExpiredRow[]> {
  const { rows } = await sql<ExpiredRow>`
    select * from (select 'file' as kind, thing.id, thing.name, thing.deleted_at, 1 as file_count from files thing
      where ${isInTrash} and thing.deleted_at <= ${until} order by thing.deleted_at, thing.id limit ${limit}) old_files
    union all
    select * from (select 'folder' as kind, thing.id, thing.name, thing.deleted_at,
        (select count(*) from files where deleted_with_folder_id = thing.id) as file_count from folders thing
      where ${isInTrash} and thing.deleted_at <= ${until} order by thing.deleted_at, thing.id limit ${limit}) old_folders
    order by deleted_at, kind limit ${limit}`.execute(db);
  return rows;
}

type ExpiredRow = Pick<TrashedRow, 'kind' | 'id' | 'name' | 'deleted_at' | 'file_count'>;

/** Counts all files, and those that have been in the trash since `until` or longer. */
export async function countExpired(db: Database, until: number): Promise<{ all: number; due: number }> {
  const { rows } = await sql<{ all_files: number; due: number }>`
    select (select count(*) from files) as all_files,
      (select count(*) from files thing where ${isInTrash} and thing.deleted_at <= ${until})
      + (select count(*) from files join folders thing on thing.id = files.deleted_with_folder_id
        where ${isInTrash} and thing.deleted_at <= ${until}) as due`.execute(db);
  return { all: rows[0]?.all_files ?? 0, due: rows[0]?.due ?? 0 };
}

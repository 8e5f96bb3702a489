import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { ACCESS_LEVEL_ORDER, OWNER_LEVEL } from '#server/authorization/access-level-order.ts';
import { fileLevelOf, isVisibleFile } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import type { ChangesTable } from '#server/database/tables/changes.ts';
import { groupIdsOf, isAdmin } from '#shared/policies/actor.ts';
import { isFollowedFile, isFollowedFolder } from './followed-queries.ts';
import { type ChangesFilter, isNews, isSince, type Since, TRUE, userIdOf } from './news-queries.ts';
import type { Places } from './places-queries.ts';

/** A change of an entry that the actor may see now, with what decides which of its values they may see. */
export interface ChangeRow extends Pick<ChangesTable, 'kind' | 'entry_kind' | 'from_value' | 'to_value'> {
  readonly position: number;
  readonly entry_id: number;
  readonly changed_at: number;
  readonly name: string;
  readonly folder_id: number | null;
  /** Sees every version, and each change of them. */
  readonly sees_all: 0 | 1;
  readonly is_staff: 0 | 1;
  /** May compare the current version with the one before. */
  readonly sees_before: 0 | 1;
  readonly current_version: number | null;
  /** The version before the first change, unless it is withdrawn. */
  readonly version_before: string | null;
}

const COLLABORATOR = sql.lit(ACCESS_LEVEL_ORDER.collaborator);
/** Staff saw an entry when it was added, readers when it was published. */
const isFirstSeen = (isStaff: RawBuilder<SqlBool>, now: number): RawBuilder<SqlBool> => sql<SqlBool>`(case
  when changes.kind = 'published' then not ${isStaff}
  when changes.kind = 'new' then ${isStaff} or not exists (select 1 from changes as later
    where later.entry_kind = changes.entry_kind and later.entry_id = changes.entry_id
      and later.kind = 'published' and later.changed_at <= ${now} and later.position > changes.position)
  else 1 = 1 end)`;

/** The first of the changes of the content since then that another version became current. */
const versionBefore = (since: Since): RawBuilder<string | null> => sql<string | null>`(
  select older.from_value from changes as older
  where older.entry_kind = 'file' and older.entry_id = files.id and older.kind in ('replaced', 'withdrawn')
    and older.to_value is not null and ${isSince(since, 'older')} order by older.position limit 1)`;

/**
 * Leaves one change for those who may not see every version: that another version is current than before, if it is. A version
 * that came and was withdrawn meanwhile leaves no trace.
 */
const isContentShown = (since: Since): RawBuilder<SqlBool> => sql<SqlBool>`(changes.to_value is not null
  and not exists (select 1 from changes as newer where newer.entry_kind = 'file' and newer.entry_id = files.id
    and newer.kind in ('replaced', 'withdrawn') and newer.to_value is not null and newer.position > changes.position)
  and coalesce(${versionBefore(since)}, '') <> cast(files.current_version as text))`;

/** The group of the reader sees earlier versions in the room of a change. */
const seesEarlier = ({
  actor,
}: Requester): RawBuilder<SqlBool> => sql<SqlBool>`exists (select 1 from group_rules
  join room_groups on room_groups.id = group_rules.group_id
  where room_groups.room_id = changes.root_folder_id and room_groups.id in (${sql.join([0, ...groupIdsOf(actor)])})
    and group_rules.sees_versions = 1)`;

/**
 * A term that no index serves: the changes since then are read from the newest on, until the list is full. By an index, engines
 * would collect and sort all changes of files that there are.
 */
const isOfKind = (kind: 'file' | 'folder'): RawBuilder<SqlBool> =>
  sql<SqlBool>`(changes.entry_kind || '' = ${sql.lit(kind)})`;

/** Lists changes of visible files, newest first; returns one row more than `limit`. */
export async function listFileChanges(
  db: Database,
  requester: Requester,
  filter: ChangesFilter,
  places: Places,
): Promise<ChangeRow[]> {
  const { since, limit } = filter;
  const level = fileLevelOf(requester);
  const isOwn = sql`files.owner_id = ${userIdOf(requester)}`;
  const isStaff = isAdmin(requester.actor) ? TRUE : sql<SqlBool>`(${level} >= ${COLLABORATOR})`;
  const seesAll = isAdmin(requester.actor)
    ? TRUE
    : sql<SqlBool>`(${level} = ${OWNER_LEVEL} or (${isStaff} and ${isOwn}))`;
  const before = versionBefore(since);
  return db
    .selectFrom('changes')
    .innerJoin('files', 'files.id', 'changes.entry_id')
    .leftJoin(places.ofFiles, 'visible.id', 'files.folder_id')
    .select([
      'changes.position',
      'changes.kind',
      'changes.entry_kind',
      'changes.entry_id',
      'changes.from_value',
      'changes.to_value',
      'changes.changed_at',
      'files.name',
      'files.folder_id',
      'files.current_version',
      sql<0 | 1>`case when ${seesAll} then 1 else 0 end`.as('sees_all'),
      sql<0 | 1>`case when ${isStaff} then 1 else 0 end`.as('is_staff'),
      sql<0 | 1>`case when ${isStaff} or ${seesEarlier(requester)} then 1 else 0 end`.as('sees_before'),
      sql<string | null>`(select cast(number as text) from file_versions where file_id = files.id
        and withdrawn_at is null and cast(number as text) = ${before}
        and (${isStaff} or replaced_at > files.published_at))`.as('version_before'),
    ])
    .where(isOfKind('file'))
    .where('files.deleted_at', 'is', null)
    .where(isVisibleFile(requester))
    .where(isNews(requester, filter))
    .where(isFirstSeen(isStaff, requester.now()))
    .where(
      sql<SqlBool>`(changes.kind not in ('replaced', 'withdrawn') or ${seesAll} or ${isContentShown(since)})`,
    )
    .where(places.isWithin('files.folder_id'))
    .where(filter.followed ? isFollowedFile(filter.followed) : TRUE)
    .orderBy('changes.position', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Lists changes of visible folders, newest first; returns one row more than `limit`. */
export function listFolderChanges(
  db: Database,
  requester: Requester,
  filter: ChangesFilter,
  places: Places,
): Promise<ChangeRow[]> {
  const isStaff = isAdmin(requester.actor) ? TRUE : sql<SqlBool>`(visible.access_level >= ${COLLABORATOR})`;
  return db
    .selectFrom('changes')
    .innerJoin('folders', 'folders.id', 'changes.entry_id')
    .innerJoin(places.ofFolders, 'visible.id', 'folders.id')
    .select([
      'changes.position',
      'changes.kind',
      'changes.entry_kind',
      'changes.entry_id',
      'changes.from_value',
      'changes.to_value',
      'changes.changed_at',
      'folders.name',
      'folders.parent_id as folder_id',
      sql<number | null>`null`.as('current_version'),
      sql<0 | 1>`0`.as('sees_all'),
      sql<0 | 1>`case when ${isStaff} then 1 else 0 end`.as('is_staff'),
      sql<0 | 1>`0`.as('sees_before'),
      sql<string | null>`null`.as('version_before'),
    ])
    .where(isOfKind('folder'))
    .where(isNews(requester, filter))
    .where(isFirstSeen(isStaff, requester.now()))
    .where(places.isWithin('folders.id'))
    .where(filter.followed ? isFollowedFolder(filter.followed) : TRUE)
    .orderBy('changes.position', 'desc')
    .limit(filter.limit + 1)
    .execute();
}

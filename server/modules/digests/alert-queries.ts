import { type Selectable, sql } from 'kysely';
import { allDescendants } from '#server/authorization/folder-descendants.ts';
import { hidesPersons } from '#server/authorization/publication/hidden-persons.ts';
import { readArchivedFileIds } from '#server/database/audit/rooms/archived-files.ts';
import type { Database } from '#server/database/open-database.ts';
import { personName } from '#server/database/person-name.ts';
import type { AlertSettingsTable } from '#server/database/tables/digests.ts';

/** Both engines limit the number of parameters of a statement. */
const BATCH_SIZE = 500;

export type AlertRow = Selectable<AlertSettingsTable>;

export async function listAlertSettings(db: Database, settingIds: readonly number[]): Promise<AlertRow[]> {
  if (settingIds.length === 0) return [];
  return db.selectFrom('alert_settings').selectAll().where('setting_id', 'in', settingIds).execute();
}

/** Inserts or replaces what a reader is alerted of. */
export async function setAlertSettings(db: Database, row: AlertRow): Promise<void> {
  const { setting_id: _, ...state } = row;
  await db
    .insertInto('alert_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('setting_id').doUpdateSet(state))
    .execute();
}

/** The last view and the last row of the audit log: alerts are about what comes after. */
export interface AlertPosition {
  readonly viewId: number;
  readonly auditPosition: number;
}

export async function findAlertPosition(db: Database): Promise<AlertPosition> {
  const { rows } = await sql<AlertPosition>`select (select coalesce(max(id), 0) from file_views) as "viewId",
    (select position from audit_head) as "auditPosition"`.execute(db);
  return rows[0] ?? { viewId: 0, auditPosition: 0 };
}

export async function advanceAlerts(
  db: Database,
  settingId: number,
  { viewId, auditPosition }: AlertPosition,
): Promise<void> {
  await db
    .updateTable('alert_settings')
    .set({ from_view_id: viewId, from_audit_position: auditPosition })
    .where('setting_id', '=', settingId)
    .execute();
}

/** The views and audit rows that the alerts of one setting are about. */
export interface AlertRange {
  readonly rootId: number;
  /** The user who is alerted, of what others do. */
  readonly userId: number;
  readonly from: AlertPosition;
  readonly until: AlertPosition;
}

/** The most people that one mail names. */
export const MAX_ALERT_PEOPLE = 100;

export interface FirstVisitor {
  readonly user_id: number | null;
  readonly email: string | null;
  readonly name: string;
  /** The room names no person. */
  readonly is_hidden: 0 | 1;
}

/**
 * Lists those who viewed a file in a root folder for the first time; everybody who came through a link without an address is one
 * guest of that link.
 */
export async function listFirstVisitors(
  db: Database,
  { rootId, userId, from, until }: AlertRange,
): Promise<FirstVisitor[]> {
  const isSame = sql`(earlier.viewer_id = v.viewer_id
    or (earlier.viewer_email = v.viewer_email and (v.viewer_email <> '' or earlier.link_id is not distinct from v.link_id)))`;
  const { rows } = await sql<FirstVisitor>`with recursive ${allDescendants(sql`${rootId}`)}
    select distinct v.viewer_id as user_id, v.viewer_email as email,
      coalesce(nullif(v.viewer_email, ''), ${personName('users')}, 'a guest of the link “' || links.name || '”', 'a guest') as name,
      case when v.viewer_email = '' then v.link_id end as guest_link_id, ${hidesPersons(sql`${rootId}`)} as is_hidden
    from file_views as v join files on files.id = v.file_id left join users on users.id = v.viewer_id
      left join links on links.id = v.link_id
    where v.id > ${from.viewId} and v.id <= ${until.viewId} and files.folder_id in (select id from below)
      and v.viewer_id is distinct from ${userId} and v.viewer_id is distinct from files.owner_id
      and not exists (select 1 from file_views as earlier join files as seen on seen.id = earlier.file_id
        where ${isSame} and earlier.id <= ${from.viewId} and seen.folder_id in (select id from below))
    order by name limit ${MAX_ALERT_PEOPLE}`.execute(db);
  return rows;
}

/** Lists the groups of a room of which one of these people is the first member who views a file. */
export async function listFirstGroups(
  db: Database,
  { rootId, from }: AlertRange,
  visitors: readonly FirstVisitor[],
): Promise<string[]> {
  const userIds = sql.join([0, ...visitors.flatMap(({ user_id }) => user_id ?? [])]);
  const emails = sql.join(['', ...visitors.flatMap(({ email }) => email?.toLowerCase() ?? [])]);
  const { rows } = await sql<{ name: string }>`with recursive ${allDescendants(sql`${rootId}`)}
    select distinct room_groups.name from group_members
      join room_groups on room_groups.id = group_members.group_id and room_groups.deleted_at is null
    where group_members.room_id = ${rootId} and group_members.removed_at is null
      and (group_members.user_id in (${userIds}) or group_members.email_key in (${emails}))
      and not exists (select 1 from group_members as others
        join file_views as earlier on earlier.viewer_id = others.user_id or earlier.viewer_email = others.email
        join files on files.id = earlier.file_id
        where others.group_id = group_members.group_id and earlier.id <= ${from.viewId}
          and files.folder_id in (select id from below))
    order by room_groups.name`.execute(db);
  return rows.map(({ name }) => name);
}

export interface AuditedActions {
  readonly downloads: number;
  readonly refusals: number;
  readonly people: number;
}

interface CountedActor {
  readonly actor: string | null;
  readonly downloads: number;
  readonly refusals: number;
}

/** The audit rows of a range that others caused. */
const isInRange = ({ userId, from, until }: AlertRange) => sql<boolean>`position > ${from.auditPosition}
  and position <= ${until.auditPosition} and not (actor_kind = 'user' and actor_id = ${userId})`;

/** Counts the downloads and refusals of others in a root folder, as the audit log has them. */
export async function countAuditedActions(db: Database, range: AlertRange): Promise<AuditedActions> {
  const isDownload = sql`(action in ('file.download', 'folder.archive') and result = 'done')`;
  const { rows } = await sql<CountedActor>`with recursive ${allDescendants(sql`${range.rootId}`)}
    select actor_kind || ' ' || actor_id as actor, count(case when ${isDownload} then 1 end) as downloads,
      count(case when result = 'refused' then 1 end) as refusals
    from audit_log left join files on audit_log.object_kind = 'file' and files.id = audit_log.object_id
    where ${isInRange(range)} and (result = 'refused' or action in ('file.download', 'folder.archive'))
      and object_kind in ('file', 'folder')
      and case when object_kind = 'folder' then object_id else files.folder_id end in (select id from below)
    group by actor_kind, actor_id`.execute(db);
  const actors = new Set<string>();
  const archives = await listArchiveActors(db, range);
  for (const { actor, downloads } of rows) if (actor !== null && Number(downloads) > 0) actors.add(actor);
  for (const actor of archives) if (actor !== null) actors.add(actor);
  return {
    downloads: rows.reduce((sum, { downloads }) => sum + Number(downloads), archives.length),
    refusals: rows.reduce((sum, { refusals }) => sum + Number(refusals), 0),
    people: actors.size,
  };
}

/** Lists who downloaded an archive of selected files with one of the root folder: once for each entry, which names no object. */
async function listArchiveActors(db: Database, range: AlertRange): Promise<(string | null)[]> {
  const { rows } = await sql<{ actor: string | null; details: string | null }>`
    select actor_kind || ' ' || actor_id as actor, details from audit_log
    where ${isInRange(range)} and action = 'file.archive' and result = 'done'`.execute(db);
  const archives = rows.map(({ actor, details }) => ({ actor, fileIds: readArchivedFileIds(details) }));
  const ids = [...new Set(archives.flatMap(({ fileIds }) => fileIds))];
  const within = new Set<number>();
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    const files = await sql<{ id: number }>`with recursive ${allDescendants(sql`${range.rootId}`)}
      select id from files where id in (${sql.join(ids.slice(at, at + BATCH_SIZE))})
        and folder_id in (select id from below)`.execute(db);
    for (const { id } of files.rows) within.add(id);
  }
  return archives.flatMap(({ actor, fileIds }) => (fileIds.some((id) => within.has(id)) ? [actor] : []));
}

import { type Selectable, sql } from 'kysely';
import { hidesPersons } from '#server/authorization/publication/hidden-persons.ts';
import type { Database } from '#server/database/open-database.ts';
import { personName } from '#server/database/person-name.ts';
import type { AlertSettingsTable } from '#server/database/tables/digests.ts';

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

const below = (rootId: number) => sql`below(id) as (
  select id from folders where id = ${rootId}
  union select f.id from folders f join below on f.parent_id = below.id)`;

export interface FirstVisitor {
  readonly user_id: number | null;
  readonly email: string | null;
  readonly name: string;
  /** The room names no person. */
  readonly is_hidden: 0 | 1;
}

/** Lists those who viewed a file in a root folder for the first time; everybody who came through a link without an address is one guest of that link. */
export async function listFirstVisitors(
  db: Database,
  { rootId, userId, from, until }: AlertRange,
): Promise<FirstVisitor[]> {
  const isSame = sql`(earlier.viewer_id = v.viewer_id
    or (earlier.viewer_email = v.viewer_email and (v.viewer_email <> '' or earlier.link_id is not distinct from v.link_id)))`;
  const { rows } = await sql<FirstVisitor>`with recursive ${below(rootId)}
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
  const { rows } = await sql<{ name: string }>`with recursive ${below(rootId)}
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

/** Counts the downloads and refusals of others in a root folder, as the audit log has them. */
export async function countAuditedActions(
  db: Database,
  { rootId, userId, from, until }: AlertRange,
): Promise<AuditedActions> {
  const isDownload = sql`(action in ('file.download', 'folder.archive') and result = 'done')`;
  const { rows } = await sql<AuditedActions>`with recursive ${below(rootId)}
    select count(case when ${isDownload} then 1 end) as downloads,
      count(case when result = 'refused' then 1 end) as refusals,
      count(distinct case when ${isDownload} then actor_kind || ' ' || actor_id end) as people
    from audit_log left join files on audit_log.object_kind = 'file' and files.id = audit_log.object_id
    where position > ${from.auditPosition} and position <= ${until.auditPosition}
      and (result = 'refused' or action in ('file.download', 'folder.archive'))
      and object_kind in ('file', 'folder') and not (actor_kind = 'user' and actor_id = ${userId})
      and case when object_kind = 'folder' then object_id else files.folder_id end in (select id from below)`.execute(
    db,
  );
  const [row] = rows;
  return {
    downloads: Number(row?.downloads ?? 0),
    refusals: Number(row?.refusals ?? 0),
    people: Number(row?.people ?? 0),
  };
}

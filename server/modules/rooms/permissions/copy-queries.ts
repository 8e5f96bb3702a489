import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { PermissionLevel } from '#shared/contracts/rooms/permissions.ts';

export interface OwnLevels {
  readonly kind: 'folder' | 'file';
  readonly id: number;
  /** The levels that the two groups have there themselves; `null` inherits. */
  readonly fromLevel: PermissionLevel | null;
  readonly toLevel: PermissionLevel | null;
  /** Describes what they may change there: 0 for nothing, 1 to add, 2 to manage, or 3. */
  readonly fromRights: number;
  readonly toRights: number;
}

/** Removes the drafted levels of a group that wait for no publication, and returns how many there were. */
export async function removeDraftLevels(
  db: Database,
  { roomId, groupId }: { roomId: number; groupId: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('draft_changes')
    .where('room_id', '=', roomId)
    .where('kind', '=', 'level')
    .where('group_id', '=', groupId)
    .where('publication_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Lists the folders and files where two groups have different levels or rights of their own, at most `limit`. */
export async function listDifferentLevels(
  db: Database,
  { from, to }: { from: number; to: number },
  limit: number,
): Promise<OwnLevels[]> {
  const levelOf = (group: number) => sql`max(case when group_id = ${group} then level end)`;
  const rightsOf = (group: number) => sql`max(case when group_id = ${group} then rights else 0 end)`;
  const grants = sql`
    select 'folder' as kind, g.folder_id as id, g.group_id, g.level, coalesce(r.may_add + 2 * r.may_manage, 0) as rights
      from group_grants g left join group_folder_rights r on r.group_id = g.group_id and r.folder_id = g.folder_id
      where g.group_id in (${from}, ${to})
    union all
    select 'file', file_id, group_id, level, 0 from group_file_grants where group_id in (${from}, ${to})`;
  const { rows } = await sql<OwnLevels>`
    select kind, id, ${levelOf(from)} as "fromLevel", ${levelOf(to)} as "toLevel",
      ${rightsOf(from)} as "fromRights", ${rightsOf(to)} as "toRights" from (${grants}) as grants
    group by kind, id having coalesce(${levelOf(from)}, '') <> coalesce(${levelOf(to)}, '') or ${rightsOf(from)} <> ${rightsOf(to)}
    order by kind desc, id limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { PermissionLevel } from '#shared/contracts/rooms/permissions.ts';

export interface OwnLevels {
  readonly kind: 'folder' | 'file';
  readonly id: number;
  /** The levels that the two groups have there themselves; `null` inherits. */
  readonly fromLevel: PermissionLevel | null;
  readonly toLevel: PermissionLevel | null;
}

/** Lists the folders and files where two groups have different levels of their own, at most `limit`. */
export async function listDifferentLevels(
  db: Database,
  { from, to }: { from: number; to: number },
  limit: number,
): Promise<OwnLevels[]> {
  const levelOf = (group: number) => sql`max(case when group_id = ${group} then level end)`;
  const grants = sql`
    select 'folder' as kind, folder_id as id, group_id, level from group_grants where group_id in (${from}, ${to})
    union all
    select 'file', file_id, group_id, level from group_file_grants where group_id in (${from}, ${to})`;
  const { rows } = await sql<OwnLevels>`
    select kind, id, ${levelOf(from)} as "fromLevel", ${levelOf(to)} as "toLevel" from (${grants}) as grants
    group by kind, id having coalesce(${levelOf(from)}, '') <> coalesce(${levelOf(to)}, '')
    order by kind desc, id limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

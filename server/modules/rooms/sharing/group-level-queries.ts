import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { accessOf } from '#server/authorization/access-level.ts';
import { ACCESS_LEVEL_ORDER } from '#server/authorization/access-level-order.ts';
import { groupFoldersIn } from '#server/authorization/folder-access.ts';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import { publishedBy } from '#server/authorization/publication/published.ts';
import type { SharedGroup } from '#shared/contracts/links/sharing.ts';

/** Finds the levels of these groups in a folder; those that do not see it are missing. */
export async function findGroupLevels(
  { db, now }: Context,
  folderId: number,
  groupIds: readonly number[],
): Promise<ReadonlyMap<number, SharedGroup['level']>> {
  if (groupIds.length === 0) return new Map();
  const { rows } = await sql<{ group_id: number; access_level: number }>`
    with recursive ${ancestors(sql`${folderId}`)}
    select group_id, access_level from (${groupFoldersIn('ancestors', groupIds, publishedBy({ now }))}) as of_groups
      where id = ${folderId} and access_level > ${sql.lit(ACCESS_LEVEL_ORDER.none)}`.execute(db);
  return new Map(
    rows.map(({ group_id, access_level }) => [group_id, accessOf(access_level).groupAccess?.level ?? 'view']),
  );
}

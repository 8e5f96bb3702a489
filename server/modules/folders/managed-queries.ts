import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { activeDescendants } from '#server/authorization/folder-descendants.ts';
import { GROUP_RIGHTS, type GroupRightsRow } from '#server/authorization/groups/group-access.ts';
import { fileFoldersOf, fileLevelOf } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';

/** Tells whether a folder holds a folder that a member of a group may not change, or a file that they do not see. */
export async function holdsUnmanaged(
  db: Database,
  requester: Requester,
  id: number,
  rights: RawBuilder<GroupRightsRow>,
): Promise<boolean> {
  const isSeen = sql<SqlBool>`${fileLevelOf(requester)} > 0`;
  const { rows } = await sql`with recursive ${activeDescendants(sql`${id}`)}
    select 1 from below left join (${rights}) of_group on of_group.id = below.id
      where of_group.rights is null or of_group.rights <> ${sql.lit(GROUP_RIGHTS.manage)}
    union all
    select 1 from files left join ${fileFoldersOf(requester)} on visible.id = files.folder_id
      where files.deleted_at is null and files.folder_id in (select id from below) and not coalesce(${isSeen}, false)
    limit 1`.execute(db);
  return rows.length > 0;
}

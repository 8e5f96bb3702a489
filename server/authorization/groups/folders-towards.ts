import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { ancestors } from '../folder-ancestors.ts';
import { selfAndDescendants } from '../folder-descendants.ts';
import { fileFoldersOf, filesByThemselves, isVisibleFile, visibleTo } from '../visible-to.ts';

/**
 * Lists the folders of rooms that lead to something that a member of a group sees: those that they see, those of files that they
 * see by themselves, and all above these. A room that is not listed shows them nothing.
 */
export async function listFoldersTowardsVisible(
  ctx: Context,
  roomIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (roomIds.length === 0) return new Set();
  const inRooms = selfAndDescendants(roomIds, sql`folders`);
  const { rows } = await sql<{ id: number }>`with recursive ${ancestors(sql`
      select visible.id from ${visibleTo(ctx)} where visible.id in (${inRooms})
      union select files.folder_id from files left join ${fileFoldersOf(ctx)} on visible.id = files.folder_id
        where files.deleted_at is null and files.folder_id in (${inRooms})
          and files.id in (${filesByThemselves(ctx)}) and ${isVisibleFile(ctx)}`)}
    select id from ancestors`.execute(ctx.db);
  return new Set(rows.map(({ id }) => Number(id)));
}

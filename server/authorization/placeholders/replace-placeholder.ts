import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { ancestors } from '../folder-ancestors.ts';
import { takePlace } from '../index-numbers/position-entries.ts';

/**
 * Puts a new file in the place of a placeholder of its folder, with its number and the levels of groups. Returns `false` when the placeholder was removed, moved or replaced
 * meanwhile: the file is then a new one beside it, since its bytes must not be lost. It takes the levels over all the same, since
 * they were decided for what was uploaded here. Needs the lock `folder-tree`.
 */
export async function replacePlaceholder(
  ctx: Context,
  placeholderId: number,
  file: { readonly id: number; readonly folder_id: number | null },
): Promise<boolean> {
  if (file.folder_id === null) return false;
  await takeLevels(ctx, placeholderId, { id: file.id, folderId: file.folder_id });
  const isThere = await ctx.db
    .selectFrom('placeholders')
    .select('id')
    .where('id', '=', placeholderId)
    .where('folder_id', '=', file.folder_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!isThere) return false;
  await takePlace(ctx.db, file.folder_id, {
    from: { kind: 'placeholder', id: placeholderId },
    to: { kind: 'file', id: file.id },
  });
  await ctx.db
    .updateTable('placeholders')
    .set({ deleted_at: ctx.now() })
    .where('id', '=', placeholderId)
    .execute();
  return true;
}

/** Gives the groups of the file's room the levels on the file that managers set for the placeholder. */
const takeLevels = (
  { db }: Context,
  placeholderId: number,
  { id, folderId }: { readonly id: number; readonly folderId: number },
): Promise<unknown> =>
  sql`insert into group_file_grants (group_id, file_id, level, version, granted_by_id, granted_at)
    with recursive ${ancestors(sql.lit(folderId))}
    select group_id, ${sql.lit(id)}, level, 1, granted_by_id, granted_at from placeholder_levels
      join room_groups on room_groups.id = placeholder_levels.group_id and room_groups.deleted_at is null
      join ancestors on ancestors.id = room_groups.room_id
      where placeholder_id = ${placeholderId}`.execute(db);

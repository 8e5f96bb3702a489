import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { ancestors } from '../folder-ancestors.ts';
import { takePlace } from '../index-numbers/position-entries.ts';

interface UploadedFile {
  readonly id: number;
  readonly folder_id: number | null;
}

/**
 * Puts a new file in the place of a placeholder of its folder, with its number and the levels of groups. Returns `false` when the
 * placeholder was removed, moved or replaced meanwhile: the file is then a new one beside it, since its bytes must not be lost,
 * and hidden from the groups with a level on the placeholder. Needs the lock `folder-tree`.
 */
export async function replacePlaceholder(
  ctx: Context,
  placeholderId: number,
  file: UploadedFile,
): Promise<boolean> {
  if (file.folder_id === null) return false;
  const isThere = await ctx.db
    .selectFrom('placeholders')
    .select('id')
    .where('id', '=', placeholderId)
    .where('folder_id', '=', file.folder_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!isThere) {
    await hideLateUpload(ctx, placeholderId, file);
    return false;
  }
  await takePlace(ctx.db, file.folder_id, {
    from: { kind: 'placeholder', id: placeholderId },
    to: { kind: 'file', id: file.id },
  });
  await takeLevels(ctx, placeholderId, file, sql.ref('placeholder_levels.level'));
  await ctx.db
    .updateTable('placeholders')
    .set({ deleted_at: ctx.now() })
    .where('id', '=', placeholderId)
    .execute();
  return true;
}

/**
 * Hides a file that did not take the place of its placeholder from the groups with a level on the placeholder: neither the levels
 * of the folder nor those of a placeholder that is gone were decided for it.
 */
export const hideLateUpload = (ctx: Context, placeholderId: number, file: UploadedFile): Promise<unknown> =>
  takeLevels(ctx, placeholderId, file, sql.lit('none'));

/** Gives the groups of the file's room that have a level on the placeholder one on the file. */
const takeLevels = async (
  { db }: Context,
  placeholderId: number,
  { id, folder_id: folderId }: UploadedFile,
  level: RawBuilder<unknown>,
): Promise<unknown> =>
  folderId !== null &&
  sql`insert into group_file_grants (group_id, file_id, level, version, granted_by_id, granted_at)
    with recursive ${ancestors(sql.lit(folderId))}
    select group_id, ${sql.lit(id)}, ${level}, 1, granted_by_id, granted_at from placeholder_levels
      join room_groups on room_groups.id = placeholder_levels.group_id and room_groups.deleted_at is null
      join ancestors on ancestors.id = room_groups.room_id
      where placeholder_id = ${placeholderId}`.execute(db);

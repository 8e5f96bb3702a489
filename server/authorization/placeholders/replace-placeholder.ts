import type { Context } from '#server/app/context.ts';
import { takePlace } from '../index-numbers/position-entries.ts';

/**
 * Puts a new file in the place of a placeholder of its folder, with its number. Without effect, and `false`, when the placeholder was removed or replaced
 * meanwhile: the file is then a new one like any other, since its bytes must not be lost. Needs the lock `folder-tree`.
 */
export async function replacePlaceholder(
  ctx: Context,
  placeholderId: number,
  file: { readonly id: number; readonly folder_id: number | null },
): Promise<boolean> {
  if (file.folder_id === null) return false;
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

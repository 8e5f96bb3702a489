import { type Selectable, sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { PlaceholdersTable } from '#server/database/tables/rooms/room-order.ts';
import { hidingNotFound } from '../authorize.ts';
import { type LoadedFolder, loadFolder, loadVisibleFolders } from '../load-folder.ts';
import { isHiddenPlaceholder } from './hidden-placeholders.ts';

export type PlaceholderRow = Selectable<PlaceholdersTable>;

const NOT_FOUND = 'The placeholder could not be found.';
const GONE = `${NOT_FOUND} It may be replaced already. A file that you upload to the folder has the permissions of the folder.`;

const isShown = (ctx: Context) => sql<boolean>`not ${isHiddenPlaceholder(ctx)}`;

/** Returns a placeholder that the actor sees, with its folder, for those who may add to the folder, or refuses. */
export async function loadPlaceholder(
  ctx: Context,
  id: number,
  notFound = NOT_FOUND,
): Promise<{ placeholder: PlaceholderRow; folder: LoadedFolder }> {
  const placeholder = await ctx.db
    .selectFrom('placeholders')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(isShown(ctx))
    .executeTakeFirst();
  if (!placeholder) throw new AppError('not-found', notFound);
  const folder = await hidingNotFound(notFound, () => loadFolder(ctx, placeholder.folder_id, 'addTo'));
  return { placeholder, folder };
}

/** Refuses an upload for a placeholder that is not in its folder. */
export async function assertPlaceholderIn(
  ctx: Context,
  id: number | undefined,
  folderId: number | null,
): Promise<void> {
  if (id === undefined) return;
  const { placeholder } = await loadPlaceholder(ctx, id, GONE);
  if (placeholder.folder_id !== folderId) throw new AppError('not-found', GONE);
}

/** Returns those of the placeholders that the actor may see: who sees the folder, unless their group has the level `none`. */
export async function loadVisiblePlaceholders(
  ctx: Context,
  ids: readonly number[],
): Promise<readonly PlaceholderRow[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('placeholders')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where(isShown(ctx))
    .execute();
  const folders = await loadVisibleFolders(ctx, [...new Set(rows.map(({ folder_id }) => folder_id))]);
  const visible = new Set(folders.map(({ id }) => id));
  return rows.filter(({ folder_id }) => visible.has(folder_id));
}

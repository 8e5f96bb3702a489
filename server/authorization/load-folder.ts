import type { Selectable } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { FOLDER_COLUMNS } from '#server/database/tables/column-names.ts';
import type { FoldersTable } from '#server/database/tables/documents.ts';
import type { AccessLevel } from '#shared/policies/actor.ts';
import { isAdminOf } from '#shared/policies/actor.ts';
import { type FolderAction, folderPolicy } from '#shared/policies/folders.ts';
import { type FolderAccess, findFolder, findFolderAccess, type ObjectAccess } from './access-level.ts';
import { authorize } from './authorize.ts';
import { assertNotClosed } from './grants/assert-not-closed.ts';

export interface LoadedFolder extends Selectable<FoldersTable>, ObjectAccess {
  /** `true` if the actor may see the parent folder. Otherwise this folder is shown as a root folder. */
  readonly parentVisible: boolean;
  /** The actor's access level to the parent folder; `none` for a root folder. */
  readonly parentAccessLevel: AccessLevel;
  /** 1 for a root folder. */
  readonly depth: number;
  readonly isInRoom: boolean;
  readonly hasFrozenNumbers: boolean;
  readonly roomId?: FolderAccess['roomId'];
  readonly roomState?: FolderAccess['roomState'];
  readonly managesRoom?: FolderAccess['managesRoom'];
  readonly levels?: FolderAccess['levels'];
}

const NOT_FOUND = "The folder could not be found or you don't have access";
const FORBIDDEN = "You don't have permission to do this with the folder";

/**
 * Returns the actor's access to a folder as `loadFolder` does, or refuses, without reading what else there is to know about it.
 */
export async function authorizeFolder(ctx: Context, id: number, action: FolderAction): Promise<FolderAccess> {
  const access = (await findFolderAccess(ctx.db, ctx, [id]))(id);
  assertAllowed(ctx, action, access);
  return access;
}

function assertAllowed(ctx: Context, action: FolderAction, access: FolderAccess): void {
  const mayView = access.isActive && folderPolicy.view(ctx.actor, access);
  authorize(mayView, folderPolicy[action](ctx.actor, access), { notFound: NOT_FOUND, forbidden: FORBIDDEN });
  assertNotClosed('folder', action, access);
}

/** Returns a folder with the actor's access level, or refuses. The only way for a use case to get a folder. */
export async function loadFolder(ctx: Context, id: number, action: FolderAction): Promise<LoadedFolder> {
  const { folder, access: found } = await findFolder(ctx.db, ctx, id);
  assertAllowed(ctx, action, found);
  if (!folder) throw new AppError('not-found', NOT_FOUND);
  const { isActive: _, ...access } = found;
  return {
    ...folder,
    ...access,
    parentVisible: isAdminOf(ctx.actor, access) || access.parentAccessLevel !== 'none',
  };
}

/** Returns those of the folders that the actor may see, in the order of their ids. */
export async function loadVisibleFolders(
  ctx: Context,
  ids: readonly number[],
): Promise<readonly Selectable<FoldersTable>[]> {
  if (ids.length === 0) return [];
  const accessTo = await findFolderAccess(ctx.db, ctx, ids);
  const rows = await ctx.db
    .selectFrom('folders')
    .select(FOLDER_COLUMNS)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.filter(({ id }) => accessTo(id).isActive && folderPolicy.view(ctx.actor, accessTo(id)));
}

import type { Selectable } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { FilesTable, FoldersTable } from '#server/database/tables/documents.ts';
import { type AccessLevel, rootOwnerId } from '#shared/policies/actor.ts';
import { type TrashAction, type TrashedResource, trashPolicy } from '#shared/policies/trash.ts';
import { type FolderAccess, findFolderAccess } from './access-level.ts';
import { authorize } from './authorize.ts';
import { assertNotClosed } from './grants/assert-not-closed.ts';

export interface TrashedFolder extends Selectable<FoldersTable> {
  /** The actor's access level to the parent folder; `none` for a root folder. */
  readonly parentAccessLevel: AccessLevel;
  readonly roomId?: FolderAccess['roomId'];
}

const NOT_IN_TRASH = 'This item is no longer in the trash.';

function authorizeTrashed(ctx: Context, item: TrashedResource, action: TrashAction): void {
  authorize(trashPolicy.view(ctx.actor, item), trashPolicy[action](ctx.actor, item), {
    notFound: NOT_IN_TRASH,
    forbidden: NOT_IN_TRASH,
  });
}

/** Returns a folder that was deleted itself, not together with the folder above it, or refuses. */
export async function loadTrashedFolder(
  ctx: Context,
  id: number,
  action: TrashAction,
): Promise<TrashedFolder> {
  const row = await ctx.db
    .selectFrom('folders')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where('deleted_with_folder_id', 'is', null)
    .where('purged_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('not-found', NOT_IN_TRASH);
  const { accessLevel, parentAccessLevel, roomId, roomState } = (await findFolderAccess(ctx.db, ctx, [id]))(
    id,
  );
  authorizeTrashed(ctx, { kind: 'folder', accessLevel, ownerId: row.owner_id, roomId }, action);
  assertNotClosed('trash', action, { roomState });
  return { ...row, parentAccessLevel, roomId };
}

/** Returns files that were deleted themselves, not together with their folder, or refuses if one of them was not. */
export async function loadTrashedFiles(
  ctx: Context,
  ids: readonly number[],
  action: TrashAction,
): Promise<readonly Selectable<FilesTable>[]> {
  const rows = await ctx.db
    .selectFrom('files')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .where('deleted_with_folder_id', 'is', null)
    .where('purged_at', 'is', null)
    .execute();
  if (rows.length !== ids.length) throw new AppError('not-found', NOT_IN_TRASH);
  const folderIds = new Set(rows.flatMap(({ folder_id }) => folder_id ?? []));
  const inFolder = await findFolderAccess(ctx.db, ctx, [...folderIds]);
  for (const { folder_id: folderId, owner_id: ownerId } of rows) {
    const access: Pick<FolderAccess, 'accessLevel' | 'roomId' | 'roomState' | 'managesRoom'> =
      folderId === null
        ? { accessLevel: rootOwnerId(ctx.actor) === ownerId ? 'owner' : 'none' }
        : inFolder(folderId);
    const { accessLevel, roomId, managesRoom } = access;
    authorizeTrashed(ctx, { kind: 'file', accessLevel, ownerId, roomId, managesRoom }, action);
    assertNotClosed('trash', action, access);
  }
  return rows;
}

/** Returns a file that was deleted itself, not together with its folder, or refuses. */
export async function loadTrashedFile(
  ctx: Context,
  id: number,
  action: TrashAction,
): Promise<Selectable<FilesTable>> {
  const [file] = await loadTrashedFiles(ctx, [id], action);
  if (!file) throw new AppError('not-found', NOT_IN_TRASH);
  return file;
}

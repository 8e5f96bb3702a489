import type { Selectable } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { FilesTable, FoldersTable } from '#server/database/tables/documents.ts';
import { type AccessLevel, isSelf } from '#shared/policies/actor.ts';
import { type TrashAction, type TrashedResource, trashPolicy } from '#shared/policies/trash.ts';
import { effectiveAccessLevel, findFolderChain } from './access-level.ts';
import { authorize } from './authorize.ts';

export interface TrashedFolder extends Selectable<FoldersTable> {
  /** What the actor is to the folder above; `none` in the root. */
  readonly parentAccessLevel: AccessLevel;
}

const NOT_IN_TRASH = 'This is not in the trash any more.';

function authorizeTrashed(ctx: Context, thing: TrashedResource, action: TrashAction): void {
  authorize(trashPolicy.view(ctx.actor, thing), trashPolicy[action](ctx.actor, thing), {
    notFound: NOT_IN_TRASH,
    forbidden: NOT_IN_TRASH,
  });
}

/** The only door to a deleted folder: one that was deleted as such, not with another. */
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
    .where('deleted_with', 'is', null)
    .where('purged_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('not-found', NOT_IN_TRASH);
  const chain = await findFolderChain(ctx.db, ctx.actor, id);
  authorizeTrashed(
    ctx,
    { kind: 'folder', accessLevel: effectiveAccessLevel(chain), ownerId: row.owner_id },
    action,
  );
  return { ...row, parentAccessLevel: effectiveAccessLevel(chain.slice(1)) };
}

/** The only door to a deleted file: one that was deleted as such, not with its folder. */
export async function loadTrashedFile(
  ctx: Context,
  id: number,
  action: TrashAction,
): Promise<Selectable<FilesTable>> {
  const row = await ctx.db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where('deleted_with', 'is', null)
    .where('purged_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('not-found', NOT_IN_TRASH);
  const inRoot = isSelf(ctx.actor, row.owner_id) ? 'owner' : 'none';
  const standing =
    row.folder_id === null
      ? inRoot
      : effectiveAccessLevel(await findFolderChain(ctx.db, ctx.actor, row.folder_id));
  authorizeTrashed(ctx, { kind: 'file', accessLevel: standing, ownerId: row.owner_id }, action);
  return row;
}

/** What a user who may not be the one that asks is to a folder, deleted or not; an administrator's rights don't count. */
export async function findUserAccessLevel(
  ctx: Context,
  userId: number,
  folderId: number,
): Promise<AccessLevel> {
  return effectiveAccessLevel(
    await findFolderChain(ctx.db, { kind: 'user', id: userId, isAdmin: false }, folderId),
  );
}

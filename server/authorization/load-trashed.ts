import type { Selectable } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { FilesTable, FoldersTable } from '#server/database/tables/documents.ts';
import { isSelf, type Standing } from '#shared/policies/actor.ts';
import { type TrashAction, type TrashedResource, trashPolicy } from '#shared/policies/trash.ts';
import { authorize } from './authorize.ts';
import { findChain, strongestOf } from './access-level.ts';

export interface TrashedFolder extends Selectable<FoldersTable> {
  /** What the actor is to the folder above; `none` in the root. */
  readonly parentStanding: Standing;
}

const REFUSAL = 'This is not in the trash any more.';

function refuse(ctx: Context, thing: TrashedResource, action: TrashAction): void {
  authorize(trashPolicy.view(ctx.actor, thing), trashPolicy[action](ctx.actor, thing), {
    absent: REFUSAL,
    forbidden: REFUSAL,
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
  if (!row) throw new AppError('not-found', REFUSAL);
  const chain = await findChain(ctx.db, ctx.actor, id);
  refuse(ctx, { kind: 'folder', standing: strongestOf(chain), ownerId: row.owner_id }, action);
  return { ...row, parentStanding: strongestOf(chain.slice(1)) };
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
  if (!row) throw new AppError('not-found', REFUSAL);
  const inRoot = isSelf(ctx.actor, row.owner_id) ? 'owner' : 'none';
  const standing =
    row.folder_id === null ? inRoot : strongestOf(await findChain(ctx.db, ctx.actor, row.folder_id));
  refuse(ctx, { kind: 'file', standing, ownerId: row.owner_id }, action);
  return row;
}

/** What a user who may not be the one that asks is to a folder, deleted or not; an administrator's rights don't count. */
export async function standingOfUser(ctx: Context, userId: number, folderId: number): Promise<Standing> {
  return strongestOf(await findChain(ctx.db, { kind: 'user', id: userId, isAdmin: false }, folderId));
}

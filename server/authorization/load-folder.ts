import type { Selectable } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { FoldersTable } from '#server/database/tables/documents.ts';
import type { AccessLevel } from '#shared/policies/actor.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import { type FolderAction, folderPolicy } from '#shared/policies/folders.ts';
import { effectiveAccessLevel, findFolderChain, findFolderChains } from './access-level.ts';
import { authorize } from './authorize.ts';

export interface LoadedFolder extends Selectable<FoldersTable> {
  readonly accessLevel: AccessLevel;
  /** Whether the folder above is one that the actor may see; else this one is their topmost. */
  readonly parentVisible: boolean;
  /** What the actor is to the folder above; `none` in the root. */
  readonly parentAccessLevel: AccessLevel;
  /** 1 in the root. */
  readonly depth: number;
}

const NOT_FOUND = "The folder could not be found or you don't have access";
const FORBIDDEN = "You don't have permission to do this with the folder";

const isActive = (chain: readonly { deleted_at: number | null }[]): boolean =>
  chain.length > 0 && chain.every((link) => link.deleted_at === null);

/** The only door to a folder: the row together with the actor's standing, or a refusal. */
export async function loadFolder(ctx: Context, id: number, action: FolderAction): Promise<LoadedFolder> {
  const chain = await findFolderChain(ctx.db, ctx.actor, id);
  const accessLevel = effectiveAccessLevel(chain);
  const resource = { accessLevel: accessLevel };
  authorize(
    isActive(chain) && folderPolicy.view(ctx.actor, resource),
    folderPolicy[action](ctx.actor, resource),
    {
      notFound: NOT_FOUND,
      forbidden: FORBIDDEN,
    },
  );
  const row = await ctx.db.selectFrom('folders').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not-found', NOT_FOUND);
  const parentStanding = effectiveAccessLevel(chain.slice(1));
  const parentVisible = isAdmin(ctx.actor) || parentStanding !== 'none';
  return {
    ...row,
    accessLevel: accessLevel,
    parentVisible,
    parentAccessLevel: parentStanding,
    depth: chain.length,
  };
}

/** Of several folders those that the actor may see, in the order in which they were made. */
export async function loadVisibleFolders(
  ctx: Context,
  ids: readonly number[],
): Promise<readonly Selectable<FoldersTable>[]> {
  if (ids.length === 0) return [];
  const chains = await findFolderChains(ctx.db, ctx.actor, ids);
  const rows = await ctx.db.selectFrom('folders').selectAll().where('id', 'in', ids).orderBy('id').execute();
  return rows.filter(({ id }) => {
    const chain = chains.get(id) ?? [];
    return isActive(chain) && folderPolicy.view(ctx.actor, { accessLevel: effectiveAccessLevel(chain) });
  });
}

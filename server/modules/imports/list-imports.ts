import type { Context } from '#server/app/context.ts';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import type { NamedImport } from './presenter.ts';
import { type ImportPage, listOwnImports } from './queries.ts';

/** Lists the actor's own imports, one more than the limit, for `keepContinuable`. */
export async function listImports(ctx: Context, page: ImportPage): Promise<NamedImport[]> {
  if (ctx.actor.kind !== 'user') return [];
  return listOwnImports(ctx.db, { creatorId: ctx.actor.id, now: ctx.now() }, page);
}

/** Leaves out the imports of a page into folders to which the actor may no longer add, as if they never existed. */
export async function keepContinuable(ctx: Context, page: readonly NamedImport[]): Promise<NamedImport[]> {
  const folderIds = [...new Set(page.map(({ folder_id }) => folder_id))];
  const accessTo = await findFolderAccess(ctx.db, ctx, folderIds);
  return page.filter(({ folder_id }) => {
    const access = accessTo(folder_id);
    return access.isActive && folderPolicy.addTo(ctx.actor, access);
  });
}

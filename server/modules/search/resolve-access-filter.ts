import type { Context } from '#server/app/context.ts';
import type { AccessFilter } from '#server/engines/search/search-engine.ts';
import { type Actor, isAdmin } from '#shared/policies/actor.ts';
import { listVisibleFolderIds } from './queries.ts';

/** Whose files without a folder the actor may read. */
export const rootOwnerOf = (actor: Actor): number | null => (actor.kind === 'user' ? actor.id : null);

/** Everything that the actor may read at this moment, resolved before anything is scored. */
export async function resolveAccessFilter(ctx: Context): Promise<AccessFilter> {
  if (isAdmin(ctx.actor)) return { all: true };
  return {
    folderIds: await listVisibleFolderIds(ctx.db, ctx.actor),
    rootOwnerId: rootOwnerOf(ctx.actor),
  };
}

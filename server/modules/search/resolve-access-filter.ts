import type { Context } from '#server/app/context.ts';
import type { AccessFilter } from '#server/engines/search/search-engine.ts';
import { type Actor, isAdmin, rootOwnerId } from '#shared/policies/actor.ts';
import { listVisibleFolderIds } from './queries.ts';

/** Resolves everything that the actor may read at this moment, before anything is scored. */
export async function resolveAccessFilter({ db, actor }: Context): Promise<AccessFilter> {
  return createAccessFilter(actor, isAdmin(actor) ? [] : await listVisibleFolderIds(db, actor));
}

/** Permits everything to administrators, and to others these folders and their own files at the root. */
export const createAccessFilter = (actor: Actor, folderIds: readonly number[]): AccessFilter =>
  isAdmin(actor) ? { all: true } : { folderIds, rootOwnerId: rootOwnerId(actor) ?? null };

import type { Context } from '#server/app/context.ts';
import { hasAccessByFile } from '#server/authorization/visible-to.ts';
import type { AccessFilter } from '#server/engines/search/search-engine.ts';
import { rootOwnerId, seesEverything } from '#shared/policies/actor.ts';
import { listFileExceptions, listForeseenExceptions, listLinkedFileIds } from './filter-queries.ts';
import { listVisibleFolderIds } from './queries.ts';

/** Resolves everything that the actor may read at this moment, before anything is scored. */
export async function resolveAccessFilter(ctx: Context): Promise<AccessFilter> {
  return createAccessFilter(ctx, seesEverything(ctx.actor) ? [] : await listVisibleFolderIds(ctx.db, ctx));
}

/**
 * Permits everything to administrators from whom no room is hidden, and to others these folders and their own files at the root,
 * except for files whose access differs from that of their folder.
 */
export async function createAccessFilter(ctx: Context, folderIds: readonly number[]): Promise<AccessFilter> {
  const { db, actor } = ctx;
  if (seesEverything(actor)) return { all: true };
  const filter = { folderIds, rootOwnerId: rootOwnerId(actor) ?? null };
  if (!hasAccessByFile(actor)) return filter;
  const { permitted, hidden } = ctx.preview
    ? await listForeseenExceptions(db, ctx, folderIds)
    : await listFileExceptions(db, ctx);
  const linked = actor.kind === 'visitor' ? await listLinkedFileIds(db, actor.invitationId, ctx) : [];
  return { ...filter, documentIds: [...permitted, ...linked], exceptDocumentIds: hidden };
}

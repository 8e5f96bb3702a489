import type { Context } from '#server/app/context.ts';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import { reloadActor } from '#server/authorization/reload-actor.ts';
import { type Actor, isAdmin, seesEverything } from '#shared/policies/actor.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import { listFoldersWithin } from './event-queries.ts';
import type { WebhookRow } from './queries.ts';

/** Loads the owner of a webhook with their present rights; anonymous once the account is deleted. */
export const loadOwner = (ctx: Context, ownerId: number): Promise<Actor> =>
  reloadActor({ ...ctx, actor: { kind: 'user', id: ownerId, isAdmin: false } });

/** The object of an event, as far as rights depend on it. */
interface EventPlace {
  /** The folder itself or that of the file; `null` for everything else. */
  readonly folderId: number | null;
}

/**
 * Returns which events the owner of a webhook may see: administrators see the audit log, others the activity of folders that
 * they own. While a room excludes an administrator, their webhooks tell of folders and files alone. A webhook of a folder gets only events of that folder and what is in it.
 */
export async function findVisibleEvents(
  ctx: Context,
  { folder_id: rootId }: Pick<WebhookRow, 'folder_id'>,
  owner: Actor,
  places: readonly EventPlace[],
): Promise<(place: EventPlace) => boolean> {
  if (owner.kind !== 'user') return () => false;
  if (rootId === null && seesEverything(owner)) return () => true;
  if (rootId === null && !isAdmin(owner)) return () => false;
  const folderIds = [...new Set(places.flatMap(({ folderId }) => folderId ?? []))];
  const within = rootId === null ? new Set(folderIds) : await listFoldersWithin(ctx.db, rootId, folderIds);
  const accessTo = await findFolderAccess(ctx.db, { actor: owner, now: ctx.now }, [...within]);
  return ({ folderId }) =>
    folderId !== null && within.has(folderId) && folderPolicy.seeActivity(owner, accessTo(folderId));
}

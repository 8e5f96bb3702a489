import type { Context } from '#server/app/context.ts';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import { reloadActor } from '#server/authorization/reload-actor.ts';
import { type Actor, isAdmin, seesEverything } from '#shared/policies/actor.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import { findFoldersOfArchives, listFoldersWithin } from './event-queries.ts';
import type { WebhookRow } from './queries.ts';

/** Both engines limit the number of parameters of a statement. */
const FOLDERS_AT_ONCE = 500;

/** Loads the owner of a webhook with their present rights; anonymous once the account is deleted. */
export const loadOwner = (ctx: Context, ownerId: number): Promise<Actor> =>
  reloadActor({ ...ctx, actor: { kind: 'user', id: ownerId, isAdmin: false } });

/** The subject of an event, as far as rights depend on it. */
interface EventPlace {
  /** The folder itself, that of the file, or those of the files of an archive; none for everything else. */
  readonly folderIds: readonly number[];
}

/**
 * Adds the places of events, in one look for all of them. An archive of selected files is in each of their folders: it is sent
 * where its receiver may see one of them, since it names none.
 */
export async function withPlaces<
  Event extends { readonly folderId: number | null; readonly archiveDetails: string | null },
>(ctx: Pick<Context, 'db'>, events: readonly Event[]): Promise<(Event & EventPlace)[]> {
  const archived = await findFoldersOfArchives(
    ctx.db,
    events.map(({ archiveDetails }) => archiveDetails),
  );
  return events.map((event, at) => {
    const own = event.folderId === null ? [] : [event.folderId];
    return { ...event, folderIds: [...new Set([...own, ...(archived[at] ?? [])])] };
  });
}

/**
 * Returns which events the owner of a webhook may see: administrators see the audit log, others the activity of folders that they
 * own. While a room excludes an administrator, their webhooks tell of folders and files alone. A webhook of a folder gets only
 * events of that folder and what is in it.
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
  const folderIds = [...new Set(places.flatMap((place) => place.folderIds))];
  const within = rootId === null ? new Set(folderIds) : await listFoldersWithin(ctx.db, rootId, folderIds);
  const visible = await listVisible({ ...ctx, actor: owner }, [...within]);
  return (place) => place.folderIds.some((id) => visible.has(id));
}

/** Returns those of the folders whose activity the actor may see. */
async function listVisible(ctx: Context, folderIds: readonly number[]): Promise<ReadonlySet<number>> {
  const visible = new Set<number>();
  for (let at = 0; at < folderIds.length; at += FOLDERS_AT_ONCE) {
    const ids = folderIds.slice(at, at + FOLDERS_AT_ONCE);
    const accessTo = await findFolderAccess(ctx.db, ctx, ids);
    for (const id of ids) if (folderPolicy.seeActivity(ctx.actor, accessTo(id))) visible.add(id);
  }
  return visible;
}

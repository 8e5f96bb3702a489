import type { Context } from '#server/app/context.ts';
import type { LoadedRoom } from '#server/authorization/groups/load-room.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import { applyPublication } from './apply-publication.ts';
import { loadPublication } from './load-publication.ts';
import type { PublicationRow } from './publication-queries.ts';

/** Publishes in the name of the manager who requested it, with the rights that they have now. */
export async function applyForRequester(
  ctx: Context,
  room: LoadedRoom,
  publication: PublicationRow,
): Promise<void> {
  const { sessionToken: _, apiToken: __, ...system } = ctx;
  const requester = await reloadUser({
    ...system,
    actor: { kind: 'user', id: publication.creator_id, isAdmin: false },
  });
  await loadPublication(requester, publication.id);
  await applyPublication(requester, room, publication);
}

import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { refuseTokenBelowAccount } from '#server/authorization/api-tokens/assert-token-allows.ts';
import { reloadActor } from '#server/authorization/reload-actor.ts';
import { type Actor, blockedRoomIdsOf, groupIdsOf, isAdmin } from '#shared/policies/actor.ts';
import { seesFileInRooms } from './visible-file-queries.ts';

const NOT_FROM_HERE =
  'Some documents that you may see cannot be opened from your IP address, and the certificate would name them. Ask for it from an address where they can.';

/**
 * Refuses a certificate of everything that the caller can see where the request has fewer rights than the account or invitation,
 * with all of which it is made: an API token without the rights of its administrator, and an IP address that a rule keeps out.
 */
export async function assertOwnRights(ctx: Context): Promise<void> {
  const { apiToken: _apiToken, sessionToken: _sessionToken, ...withoutCredentials } = ctx;
  const actor = await reloadActor({ ...withoutCredentials, address: '' });
  refuseTokenBelowAccount(ctx.actor, { is_admin: isAdmin(actor) ? 1 : 0 });
  if (await losesByAddress(ctx, actor)) throw new AppError('forbidden', NOT_FROM_HERE);
}

/** Tells whether the address of the request keeps something from the actor of these rights. */
async function losesByAddress(ctx: Context, actor: Actor): Promise<boolean> {
  const groupIds = groupIdsOf(ctx.actor);
  if (groupIdsOf(actor).some((id) => !groupIds.includes(id))) return true;
  return seesFileInRooms(ctx.db, { ...ctx, actor }, blockedRoomIdsOf(ctx.actor));
}

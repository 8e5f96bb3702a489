import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { loadRoom, type NamedRoom } from '#server/authorization/groups/load-room.ts';
import type { TextOwner } from '#server/modules/mail/texts/stored-texts.ts';

/** Refuses who may not see or change the texts of a room or the installation; returns the room. */
export async function authorizeMailTexts(
  ctx: Context,
  owner: TextOwner,
  action: 'view' | 'manage',
): Promise<NamedRoom | undefined> {
  if (owner !== null) return loadRoom(ctx, owner, action);
  authorizeSystemAction(ctx.actor, 'manageSettings');
  return undefined;
}

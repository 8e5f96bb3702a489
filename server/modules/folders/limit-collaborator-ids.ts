import type { Context } from '#server/app/context.ts';
import {
  limitAccountLookups,
  limitUnknownAccounts,
} from '#server/authorization/limits/limit-account-lookups.ts';
import { isSelf } from '#shared/policies/actor.ts';
import { hasSharedWith } from './collaborator-queries.ts';

/**
 * Limits the ids that a user can add as collaborators: otherwise they could add them one by one and read everybody's name and
 * address from the list. Accounts that the user found by name or address, or gave access before, do not count.
 */
export async function limitCollaboratorIds(ctx: Context, userId: number): Promise<void> {
  await limitAccountLookups(ctx);
  const { actor } = ctx;
  if (actor.kind !== 'user' || isSelf(actor, userId)) return;
  if (await hasSharedWith(ctx.db, actor.id, userId)) return;
  await limitUnknownAccounts(ctx, userId);
}

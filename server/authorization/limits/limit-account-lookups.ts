import type { Context } from '#server/app/context.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import { countAttempt, countWithinLimit, hasCounted, type RateLimitKey } from '../rate-limits.ts';

/** Limits the calls that could reveal who has an account. Administrators, who see all accounts, have no limit. */
export async function limitAccountLookups(ctx: Context): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== 'user' || isAdmin(actor)) return;
  await countWithinLimit(ctx, { kind: 'lookup', name: String(actor.id) });
}

const foundAccount = (finderId: number, userId: number): RateLimitKey => ({
  kind: 'found-account',
  name: `${finderId} ${userId}`,
});

/** Remembers for an hour that the requester found an account by its exact name or address. */
export async function rememberFoundAccount(ctx: Context, userId: number): Promise<void> {
  const { actor } = ctx;
  if (actor.kind === 'user') await countAttempt(ctx, [foundAccount(actor.id, userId)]);
}

/**
 * Limits how many accounts a requester can name by their id alone: ids are consecutive, and naming one tells the name and the
 * address. Administrators and what the requester found by its name or address have no limit.
 */
export async function limitUnknownAccounts(ctx: Context, userId: number): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== 'user' || isAdmin(actor)) return;
  if (await hasCounted(ctx, foundAccount(actor.id, userId))) return;
  await countWithinLimit(ctx, { kind: 'unknown-account', name: String(actor.id) });
}

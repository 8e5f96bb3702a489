import type { Context } from '#server/app/context.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import { assertRateLimit, countAttempt, type RateLimitKey } from './rate-limits.ts';

/** Limits the lookups that could reveal who has an account. Administrators, who see all accounts, have no limit. */
export async function limitAccountLookups(ctx: Context): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== 'user' || isAdmin(actor)) return;
  const counted: RateLimitKey[] = [{ kind: 'lookup', name: String(actor.id) }];
  // Counted before the check, so that concurrent requests cannot bypass the limit.
  await countAttempt(ctx, counted);
  await assertRateLimit(ctx, counted);
}

import type { Context } from '#server/app/context.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import { assertRateLimit, countAttempt, type RateLimitKey } from './rate-limits.ts';

/** For calls by which somebody could try out who has an account: each user has so many, administrators see them all anyway. */
export async function limitAccountLookups(ctx: Context): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== 'user' || isAdmin(actor)) return;
  const counted: RateLimitKey[] = [{ kind: 'lookup', name: String(actor.id) }];
  // Counted before it is asked, so that many at once are no way around.
  await countAttempt(ctx, counted);
  await assertRateLimit(ctx, counted);
}

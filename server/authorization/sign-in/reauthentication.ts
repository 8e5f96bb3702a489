import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { refuseToken } from '../api-tokens/assert-token-allows.ts';
import { hashSessionToken } from '../sessions.ts';
import { hasSecondFactor } from './second-factor-requirement.ts';

/** How long a user counts as the one in front of the screen after they proved it. */
const REAUTHENTICATION_LIFETIME_MS = 10 * 60 * 1000;

/** Returns how and when the user of this session last proved their identity. */
export async function findSessionProof({ db, sessionToken = '' }: Context) {
  const session = await db
    .selectFrom('sessions')
    .select(['assurance', sql<number>`coalesce(reauthenticated_at, created_at)`.as('provedAt')])
    .where('token_hash', '=', hashSessionToken(sessionToken))
    .executeTakeFirst();
  if (!session) throw new AppError('unauthenticated', 'Sign in first');
  return session;
}

/** Refuses unless the user signed in, or proved their identity again, in the last ten minutes: for changes of sign-in itself. */
export async function assertRecentlyAuthenticated(ctx: Context): Promise<void> {
  // A program cannot prove that its user is there.
  refuseToken(ctx.actor);
  if (ctx.now() - (await findSessionProof(ctx)).provedAt < REAUTHENTICATION_LIFETIME_MS) return;
  throw new AppError('reauthenticate', 'Confirm that it is you, then try again.');
}

/**
 * Refuses a dangerous action in the same way, if the account has a second factor or the setting demands it of everybody. An
 * installation that uses neither behaves as before.
 */
export async function assertReauthenticated(ctx: Context): Promise<void> {
  if (ctx.actor.kind !== 'user') return;
  const demanded = await ctx.db
    .selectFrom('system_settings')
    .select('name')
    .where('name', '=', 'requireReauthentication')
    .where('value', '=', 'true')
    .executeTakeFirst();
  if (demanded || (await hasSecondFactor(ctx, ctx.actor.id))) await assertRecentlyAuthenticated(ctx);
}

/** Notes that the user of this session proved their identity; returns until when that counts. */
export async function recordReauthentication(ctx: Context): Promise<number> {
  await ctx.db
    .updateTable('sessions')
    .set({ reauthenticated_at: ctx.now() })
    .where('token_hash', '=', hashSessionToken(ctx.sessionToken ?? ''))
    .execute();
  return ctx.now() + REAUTHENTICATION_LIFETIME_MS;
}

import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { refuseToken } from '../api-tokens/assert-token-allows.ts';
import { hashSessionToken } from '../sessions.ts';
import { hasSecondFactor } from './second-factor-requirement.ts';

/** How long a user counts as the one in front of the screen after they proved it. */
const REAUTHENTICATION_LIFETIME_MS = 10 * 60 * 1000;

/** Returns how and when the user of this session last proved their identity. */
export async function findSessionProof(ctx: Context) {
  const session = await findProof(ctx);
  if (!session) throw new AppError('unauthenticated', 'Sign in first');
  return session;
}

/** The token before a renewal carries no proof. */
const findProof = ({ db, sessionToken = '' }: Context) =>
  db
    .selectFrom('sessions')
    .select(['assurance', sql<number>`coalesce(reauthenticated_at, created_at)`.as('provedAt')])
    .where('token_hash', '=', hashSessionToken(sessionToken))
    .executeTakeFirst();

/** Refuses unless the user signed in, or proved their identity again, in the last ten minutes: for changes of sign-in itself. */
export async function assertRecentlyAuthenticated(ctx: Context): Promise<void> {
  // A program cannot prove that its user is there.
  refuseToken(ctx.actor);
  const proof = await findProof(ctx);
  if (proof && ctx.now() - proof.provedAt < REAUTHENTICATION_LIFETIME_MS) return;
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
  const hash = hashSessionToken(ctx.sessionToken ?? '');
  await ctx.db
    .updateTable('sessions')
    .set({ reauthenticated_at: ctx.now() })
    // Another request of the browser may have renewed the session a moment ago.
    .where((where) => where.or([where('token_hash', '=', hash), where('previous_token_hash', '=', hash)]))
    .execute();
  return ctx.now() + REAUTHENTICATION_LIFETIME_MS;
}

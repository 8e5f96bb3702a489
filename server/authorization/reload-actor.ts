import { sql } from 'kysely';
import { type Context, transaction, wasReadIn, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { LockName } from '#server/database/transaction-locks.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { addressRulesOf, limitsAt, restrictedTo } from './addresses/address-rules.ts';
import { findTokenActor } from './api-tokens/find-token-actor.ts';
import { excludedRoomIds, withoutRooms } from './grants/excluded-rooms.ts';
import { activeGroupIds, inGroups } from './groups/active-groups.ts';
import { findViewedActor } from './groups/view-as.ts';
import type { JobRights } from './job-rights.ts';
import { acceptedTermsOf, termsOutstanding } from './links/accepted-terms.ts';
import { downloadsOf } from './readers/visitor-downloads.ts';
import { isPublicSharingAllowed } from './sessions.ts';
import { findSession } from './sign-in/find-session.ts';

/**
 * Reads the actor again, for work that runs some time after the headers of a request arrived: the same actor
 * with current rights, or an anonymous one once the session, the account or the invitation has ended.
 */
export async function reloadActor(ctx: Context): Promise<Actor> {
  const { actor, apiToken, sessionToken } = ctx;
  if (actor.kind === 'anonymous') return actor;
  if (apiToken !== undefined) return findTokenActor(ctx, apiToken);
  if (sessionToken === undefined) return findActorById(ctx);
  const session = await findSession(ctx, sessionToken, { isUnderWay: true });
  if (actor.kind === 'visitor' && actor.viewAs)
    return (session && (await findViewedActor(ctx, ctx, session.actor))) ?? { kind: 'anonymous' };
  return session && isSameActor(session.actor, actor) ? session.actor : { kind: 'anonymous' };
}

export function isSameActor(one: Actor, other: Actor): boolean {
  if (one.kind === 'user') return other.kind === 'user' && other.id === one.id;
  if (one.kind === 'visitor') {
    if (other.kind !== 'visitor' || other.invitationId !== one.invitationId) return false;
    // New terms end what is in progress; the next request says so.
    return !one.mustAcceptTerms || other.mustAcceptTerms === true;
  }
  return false;
}

const ANONYMOUS: Actor = { kind: 'anonymous' };

/** Finds actors without a session, such as that of a signed link. */
async function findActorById(ctx: Context): Promise<Actor> {
  const { actor } = ctx;
  if (actor.kind === 'user') return findUserById(ctx, actor.id);
  if (actor.kind === 'visitor') return findVisitorById(ctx, actor.invitationId);
  return ANONYMOUS;
}

async function findUserById({ db, now, address }: Context, id: number): Promise<Actor> {
  const user = await db
    .selectFrom('users')
    .select('is_admin')
    .select(activeGroupIds({ user: sql.ref('users.id'), invitation: sql`null` }, now()).as('groupIds'))
    .select(
      excludedRoomIds({ user: sql.ref('users.id'), isAdmin: sql.ref('users.is_admin') }, now()).as(
        'excludedRoomIds',
      ),
    )
    .select(
      addressRulesOf({
        user: sql.ref('users.id'),
        isAdmin: sql.ref('users.is_admin'),
        invitation: sql`null`,
      }).as('addressRules'),
    )
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!user) return ANONYMOUS;
  return restrictedTo(limitsAt(address, user.addressRules), {
    kind: 'user',
    id,
    isAdmin: user.is_admin === 1,
    ...inGroups(user.groupIds),
    ...withoutRooms(user.excludedRoomIds),
  });
}

async function findVisitorById({ db, now, address }: Context, invitationId: number): Promise<Actor> {
  const invitation = await db
    .selectFrom('invitations')
    .innerJoin('users as inviters', (join) =>
      join.onRef('inviters.id', '=', 'invitations.inviter_id').on('inviters.deleted_at', 'is', null),
    )
    .select('invitations.allow_download')
    .select(activeGroupIds({ user: sql`null`, invitation: sql.ref('invitations.id') }, now()).as('groupIds'))
    .select(
      addressRulesOf({
        user: sql<number>`null`,
        isAdmin: sql`0`,
        invitation: sql.ref('invitations.id'),
      }).as('addressRules'),
    )
    .where('invitations.id', '=', invitationId)
    .where('invitations.role', '=', 'visitor')
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.expires_at', '>', now())
    .where((where) => where.or([where('invitations.email', '<>', ''), isPublicSharingAllowed]))
    .where(termsOutstanding(acceptedTermsOf(invitationId)), '=', 0)
    .executeTakeFirst();
  if (!invitation) return ANONYMOUS;
  return restrictedTo(limitsAt(address, invitation.addressRules), {
    kind: 'visitor',
    invitationId,
    ...downloadsOf(invitation.allow_download),
    ...inGroups(invitation.groupIds),
  });
}

const readActor = async (ctx: Context): Promise<Actor> => (wasReadIn(ctx) ? ctx.actor : reloadActor(ctx));

/** Returns the context with the actor reloaded, for calls of users and visitors. */
export async function reloadCaller(ctx: Context): Promise<Context> {
  const actor = await readActor(ctx);
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated', 'Sign in first');
  return { ...ctx, actor };
}

/** Context of a call that only a user may make. */
export type UserContext = Context & { actor: { kind: 'user' } };

/** Returns the context with the actor reloaded, for calls that only a user may make; refuses everyone else. */
export async function reloadUser(ctx: Context): Promise<UserContext> {
  const actor = await readActor(ctx);
  if (actor.kind !== 'user') throw new AppError('unauthenticated', 'Sign in first');
  return { ...ctx, actor };
}

/**
 * Returns the context of work that runs later for a user, with the rights that they have now, as far as the request had them;
 * refuses once the account has ended.
 */
export async function asUser(ctx: Context, id: number, { asAdministrator }: JobRights): Promise<UserContext> {
  const user = await reloadUser({ ...ctx, actor: { kind: 'user', id, isAdmin: false } });
  return asAdministrator ? user : { ...user, actor: { ...user.actor, isAdmin: false } };
}

/** Runs like `transaction`, with the actor reloaded in it, for calls that only a user may make. */
export const transactionAsUser = <T>(ctx: Context, work: (ctx: UserContext) => Promise<T>): Promise<T> =>
  transaction(ctx, async (ctx) => work(await reloadUser(ctx)));

/** Runs like `withLock`, with the actor reloaded once the lock is held, for calls that only a user may make. */
export const withLockAsUser = <T>(
  ctx: Context,
  lockName: LockName,
  work: (ctx: UserContext) => Promise<T>,
): Promise<T> => withLock(ctx, lockName, async (ctx) => work(await reloadUser(ctx)));

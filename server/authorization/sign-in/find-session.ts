import { sql } from 'kysely';
import type { Context, Services } from '#server/app/context.ts';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { addressRulesOf } from '../addresses/address-rules.ts';
import { excludedRoomIds } from '../grants/excluded-rooms.ts';
import { activeGroupIds } from '../groups/active-groups.ts';
import { termsOutstanding } from '../links/accepted-terms.ts';
import {
  hashSessionToken,
  isPublicSharingAllowed,
  SESSION_ABSOLUTE_TIMEOUT_MS,
  SESSION_IDLE_TIMEOUT_MS,
} from '../sessions.ts';
import { conditionsOf, inMaintenance, publicationDue, type RequestConditions } from './request-conditions.ts';
import { ANONYMOUS, actorOf, settleActor } from './session-holder.ts';

/** Limits how often `last_seen_at` is written, so that reads cost no write. */
const LAST_SEEN_INTERVAL_MS = 60 * 1000;

interface ValidSession {
  readonly hash: Buffer;
  readonly lastSeenAt: number;
  /** The actor with current rights; anonymous if the account or the invitation has ended. */
  readonly actor: Actor;
  /** Absent for a session that was found by the token before its renewal. */
  readonly conditions?: RequestConditions;
}

/** Times of which a valid session was last used, or begun, after the first two; what has ended at `at` counts no longer. */
interface ValidityTimes {
  readonly at: number;
  readonly usedAfter: number;
  readonly begunAfter: number;
}

const validityTimes = (at: number): ValidityTimes => ({
  at,
  usedAfter: at - SESSION_IDLE_TIMEOUT_MS,
  begunAfter: at - SESSION_ABSOLUTE_TIMEOUT_MS,
});

const USER = sql.ref<number>('users.id');
const IS_ADMIN = sql.ref<number>('users.is_admin');
const INVITATION = sql.ref<number>('invitations.id');

/** The sessions that are still valid, with their holders. With `leavesOpen` their rows are those of `settleActor`. */
function validSessions(
  db: Database,
  { at, usedAfter, begunAfter }: ValidityTimes,
  { leavesOpen = false } = {},
) {
  return (
    db
      .selectFrom('sessions')
      .leftJoin('users', (join) =>
        join
          .onRef('users.id', '=', 'sessions.user_id')
          .on('users.deleted_at', 'is', null)
          // Service accounts work through their token alone.
          .on('users.service_room_id', 'is', null),
      )
      .leftJoin('invitations', (join) =>
        join
          .onRef('invitations.id', '=', 'sessions.invitation_id')
          .on('invitations.role', '=', 'visitor')
          .on('invitations.revoked_at', 'is', null)
          .on('invitations.expires_at', '>', at)
          .on((on) => on.or([on('invitations.email', '<>', ''), isPublicSharingAllowed])),
      )
      // Invitations end with the account of the inviter.
      .leftJoin('users as inviters', (join) =>
        join.onRef('inviters.id', '=', 'invitations.inviter_id').on('inviters.deleted_at', 'is', null),
      )
      .select([
        'sessions.last_seen_at',
        'sessions.must_set_up_factor',
        'users.id as userId',
        'users.is_admin',
        'users.must_change_password',
        'invitations.id as invitationId',
      ])
      .select(['invitations.allow_download', 'inviters.id as inviterId'])
      .select(termsOutstanding(sql.ref('sessions.terms_version_id')).as('terms_outstanding'))
      .select(
        activeGroupIds({ user: USER, invitation: INVITATION }, at, {
          leavesLinkedOpen: leavesOpen,
        }).as('groupIds'),
      )
      .select(excludedRoomIds({ user: USER, isAdmin: IS_ADMIN }, at).as('excludedRoomIds'))
      .select(
        addressRulesOf(
          { user: USER, isAdmin: IS_ADMIN, invitation: INVITATION },
          { leavesStaffOpen: leavesOpen },
        ).as('addressRules'),
      )
      .where('sessions.last_seen_at', '>', usedAfter)
      .where('sessions.created_at', '>', begunAfter)
  );
}

/** Every request runs it, and it is the longest statement of most. */
const selectValidSession = prepareQuery((db, values: ValidityTimes & { readonly hash: Buffer }) =>
  validSessions(db, values, { leavesOpen: true })
    .select([inMaintenance, publicationDue(values.at)])
    .where('sessions.token_hash', '=', values.hash),
);

/** How long the token before a renewal opens the session: other pages of the browser may have sent requests with it. */
const RENEWAL_GRACE_MS = 10_000;

/**
 * Finds the session if it is still valid, without marking it as used. A request that is under way keeps the session that it began
 * with, also after a renewal.
 */
export async function findSession(
  { db, now, address }: Pick<Context, 'db' | 'now' | 'address'>,
  token: string | undefined,
  { isUnderWay = false } = {},
): Promise<ValidSession | undefined> {
  if (token === undefined || token.length > 100) return undefined;
  const hash = hashSessionToken(token);
  const times = validityTimes(now());
  const [row] = await selectValidSession(db, { hash, ...times });
  if (row)
    return {
      hash,
      lastSeenAt: row.last_seen_at,
      actor: await settleActor({ db, now }, row, address),
      conditions: conditionsOf(row),
    };
  const renewed = await validSessions(db, times)
    .select('sessions.token_hash')
    .where('sessions.previous_token_hash', '=', hash)
    .where('sessions.renewed_at', '>', isUnderWay ? 0 : times.at - RENEWAL_GRACE_MS)
    .executeTakeFirst();
  if (!renewed) return undefined;
  return { hash: renewed.token_hash, lastSeenAt: renewed.last_seen_at, actor: actorOf(renewed, address) };
}

/** Bounds a statement; a list of this length is looked up in some milliseconds. */
const MAX_SESSIONS_AT_ONCE = 200;

/**
 * Finds the actors of many sessions, in a statement for each 200, without marking them as used. Each depends on the
 * address that the session is used from. Sessions that are no longer valid are missing.
 */
export async function findSessionActors(
  services: Pick<Services, 'db' | 'now'>,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, (address: string) => Actor>> {
  const tokenOf = new Map(tokens.map((token) => [hashSessionToken(token).toString('hex'), token]));
  const hashes = [...tokenOf.keys()].map((hex) => Buffer.from(hex, 'hex'));
  const actors = new Map<string, (address: string) => Actor>();
  for (let from = 0; from < hashes.length; from += MAX_SESSIONS_AT_ONCE) {
    const some = hashes.slice(from, from + MAX_SESSIONS_AT_ONCE);
    const rows = await validSessions(services.db, validityTimes(services.now()))
      .select('sessions.token_hash')
      .where('sessions.token_hash', 'in', some)
      .execute();
    for (const row of rows) {
      const token = tokenOf.get(row.token_hash.toString('hex'));
      if (token !== undefined) actors.set(token, (address) => actorOf(row, address));
    }
  }
  return actors;
}

/** Finds the actor of a session at every request, so that a revoked right ends immediately, and what was read with it. */
export async function findCaller(
  services: Pick<Context, 'db' | 'now' | 'address'>,
  token: string | undefined,
  { leavesIdle = false }: { leavesIdle?: boolean | undefined } = {},
): Promise<Pick<ValidSession, 'actor' | 'conditions'>> {
  const session = await findSession(services, token);
  if (!session) return { actor: ANONYMOUS };
  const { hash, lastSeenAt } = session;
  const at = services.now();
  if (!leavesIdle && at - lastSeenAt > LAST_SEEN_INTERVAL_MS) await updateLastSeen(services.db, { hash, at });
  return session;
}

/** Finds the actor of a session alone. */
export const findActor = async (
  services: Pick<Context, 'db' | 'now' | 'address'>,
  token: string | undefined,
): Promise<Actor> => (await findCaller(services, token)).actor;

/** Lost in a power cut, a session that only read since the last sync ends so much sooner. */
const updateLastSeen = prepareQuery(
  (db, { hash, at }: { hash: Buffer; at: number }) =>
    db.updateTable('sessions').set({ last_seen_at: at }).where('token_hash', '=', hash),
  { mayBeLost: true },
);

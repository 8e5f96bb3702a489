import { createHash, randomBytes } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { Services } from '#server/app/context.ts';
import type { SessionAssurance } from '#shared/domain/session-assurance.ts';
import { assertAddressAllowed } from './addresses/assert-address-allowed.ts';
import { mustSetUpFactor } from './sign-in/second-factor-requirement.ts';

/** A session ends after this time without a request. */
export const SESSION_IDLE_TIMEOUT_MS = 12 * 60 * 60 * 1000;
/** A session ends after this time even while it is used. */
export const SESSION_ABSOLUTE_TIMEOUT_MS = 7 * 24 * 60 * 60 * 1000;
/** The time between the two steps of a sign-in. */
export const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000;
/**
 * A further session ends the oldest of the same holder, so that no script fills the table. Many people may
 * share a link.
 */
const MAX_SESSIONS = { user_id: 50, invitation_id: 1_000 } as const;

const TOKEN_BYTES = 32;

export const hashSessionToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export const createSessionToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

interface SessionClient {
  readonly address: string;
  readonly userAgent: string;
}

interface UserHolder {
  readonly userId: number;
  readonly assurance?: SessionAssurance;
  /** When the user proved their identity, if that was not now: the company may have asked them long before. */
  readonly provedAt?: number;
}

interface VisitorHolder {
  readonly invitationId: number;
  /** The version of the link's terms that the visitor accepted on the way in. */
  readonly termsVersionId?: number | null;
}

/** Creates a session and returns its cookie value, which is not stored. */
export async function createSession(
  { db, now }: Pick<Services, 'db' | 'now'>,
  holder: UserHolder | VisitorHolder,
  client: SessionClient,
): Promise<string> {
  if ('userId' in holder) await assertAddressAllowed({ db }, holder.userId, client.address);
  const token = createSessionToken();
  const at = now();
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashSessionToken(token),
      user_id: 'userId' in holder ? holder.userId : null,
      invitation_id: 'invitationId' in holder ? holder.invitationId : null,
      created_at: at,
      last_seen_at: at,
      address: client.address,
      user_agent: client.userAgent.slice(0, 300),
      ...('invitationId' in holder && { terms_version_id: holder.termsVersionId ?? null }),
      ...('userId' in holder && {
        assurance: holder.assurance ?? 'password',
        reauthenticated_at: holder.provedAt ?? null,
        must_set_up_factor: (await mustSetUpFactor({ db }, holder.userId)) ? 1 : 0,
      }),
    })
    .execute();
  const [column, id] =
    'userId' in holder
      ? (['user_id', holder.userId] as const)
      : (['invitation_id', holder.invitationId] as const);
  const newest = db
    .selectFrom('sessions')
    .select('token_hash')
    .where(column, '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('last_seen_at', 'desc')
    .limit(MAX_SESSIONS[column]);
  await db.deleteFrom('sessions').where(column, '=', id).where('token_hash', 'not in', newest).execute();
  return token;
}

export async function endSession({ db }: Pick<Services, 'db'>, token: string | undefined): Promise<void> {
  if (token === undefined) return;
  const hash = hashSessionToken(token);
  await db
    .deleteFrom('sessions')
    // The request may have been sent before another one renewed the session.
    .where((where) => where.or([where('token_hash', '=', hash), where('previous_token_hash', '=', hash)]))
    .execute();
}

/** Signs a user out everywhere. */
export async function endUserSessions({ db }: Pick<Services, 'db'>, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/**
 * Condition for links without an address: disabled until an administrator allows them, and closed when that is
 * revoked.
 */
export const isPublicSharingAllowed = sql<SqlBool>`exists (
  select 1 from system_settings where name = 'allowPublicSharing' and value = 'true')`;

/** Counts the sessions that have not expired, including those of ended accounts and invitations. */
export async function countActiveSessions({ db, now }: Pick<Services, 'db' | 'now'>): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('last_seen_at', '>', now() - SESSION_IDLE_TIMEOUT_MS)
    .where('created_at', '>', now() - SESSION_ABSOLUTE_TIMEOUT_MS)
    .executeTakeFirstOrThrow();
  return count;
}

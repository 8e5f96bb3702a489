import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import {
  hashSessionToken,
  SESSION_ABSOLUTE_TIMEOUT_MS,
  SESSION_IDLE_TIMEOUT_MS,
} from '#server/authorization/sessions.ts';
import type { Session } from '#shared/contracts/sign-in/sessions.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { loadCurrentUser } from '../load-current-user.ts';
import { describeDevice } from './describe-device.ts';
import { listUserSessions, type SessionRow } from './queries.ts';

const ID_BYTES = 6;

/**
 * Returns the public id of a session: 48 bits of the hash of its token, from which nobody finds the token. Sessions that a
 * node of an earlier version creates have one too.
 */
export const sessionId = ({ token_hash }: Pick<SessionRow, 'token_hash'>): number =>
  token_hash.readUIntBE(0, ID_BYTES) || 1;

/** Loads the requester's own sessions that have not expired. */
export async function loadOwnSessions(ctx: Context): Promise<SessionRow[]> {
  authorizeSystemAction(ctx.actor, 'manageOwnProfile');
  const { id } = await loadCurrentUser(ctx);
  const now = ctx.now();
  return listUserSessions(ctx.db, id, {
    seenAfter: now - SESSION_IDLE_TIMEOUT_MS,
    createdAfter: now - SESSION_ABSOLUTE_TIMEOUT_MS,
  });
}

/** Returns the hash of the token with which the request was made. */
export const currentTokenHash = ({ sessionToken = '' }: Context): Buffer => hashSessionToken(sessionToken);

export async function listSessions(ctx: Context): Promise<Session[]> {
  const current = currentTokenHash(ctx);
  return (await loadOwnSessions(ctx)).map((row) => ({
    id: sessionId(row),
    device: describeDevice(row.user_agent),
    address: row.address,
    createdAt: isoInstant(row.created_at),
    lastSeenAt: isoInstant(row.last_seen_at),
    assurance: row.assurance,
    isCurrent: row.token_hash.equals(current),
  }));
}

import type { Selectable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { SessionsTable } from '#server/database/tables/accounts.ts';

export type SessionRow = Selectable<SessionsTable>;

/** Lists the sessions of a user that have not expired, at most fifty, the one that was used last first. */
export function listUserSessions(
  db: Database,
  userId: number,
  { seenAfter, createdAfter }: { seenAfter: number; createdAfter: number },
): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('last_seen_at', '>', seenAfter)
    .where('created_at', '>', createdAfter)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
}

/** Returns whether the session was still there. */
export async function removeSession(db: Database, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes the sessions of a user except one, and returns their number. */
export async function removeOtherSessions(
  db: Database,
  userId: number,
  keptTokenHash: Buffer,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '<>', keptTokenHash)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends sign-ins that wait for a second factor too. */
export async function removeAllSessions(db: Database): Promise<void> {
  // First, because it waits for a sign-in that has just used its challenge, whose session is removed then.
  await db.deleteFrom('login_challenges').execute();
  await db.deleteFrom('sessions').execute();
}

/** Revokes the API tokens of everybody and returns their number. */
export async function revokeAllTokens(db: Database, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('api_tokens')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

import type { Context } from '#server/app/context.ts';
import { createSessionToken, hashSessionToken } from '../sessions.ts';

/**
 * Gives the session of the request a new token, inside a transaction, after its user proved their identity again: a copy of the
 * old one gains nothing by the proof. Returns the cookie value; undefined if another request of the browser renewed
 * the session meanwhile, whose answer brings the new one.
 */
export async function renewSession({
  db,
  now,
  sessionToken,
}: Pick<Context, 'db' | 'now' | 'sessionToken'>): Promise<string | undefined> {
  if (sessionToken === undefined) return undefined;
  const before = hashSessionToken(sessionToken);
  const token = createSessionToken();
  const token_hash = hashSessionToken(token);
  // They refer to the row by its token.
  const viewing = await db
    .deleteFrom('view_as_sessions')
    .where('opener_token_hash', '=', before)
    .returningAll()
    .execute();
  // Updates the row in place, so that ending the sessions of an account at the same time waits for it, and ends it.
  const [renewed] = await db
    .updateTable('sessions')
    .set({ token_hash, previous_token_hash: before, renewed_at: now() })
    .where('token_hash', '=', before)
    .returning('token_hash')
    .execute();
  if (!renewed) return undefined;
  if (viewing.length > 0)
    await db
      .insertInto('view_as_sessions')
      .values(viewing.map((session) => ({ ...session, opener_token_hash: token_hash })))
      .execute();
  return token;
}

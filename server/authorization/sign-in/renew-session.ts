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
  const session = await db
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', before)
    .executeTakeFirst();
  if (!session) return undefined;
  const token = createSessionToken();
  const token_hash = hashSessionToken(token);
  await db
    .insertInto('sessions')
    .values({ ...session, token_hash, previous_token_hash: before, renewed_at: now() })
    .execute();
  await db
    .updateTable('view_as_sessions')
    .set({ opener_token_hash: token_hash })
    .where('opener_token_hash', '=', before)
    .execute();
  await db.deleteFrom('sessions').where('token_hash', '=', before).execute();
  return token;
}

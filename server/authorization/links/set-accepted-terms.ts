import type { Context } from '#server/app/context.ts';
import { hashSessionToken } from '../sessions.ts';

/** Notes in the session of the request that the visitor accepted a version of the link's terms. */
export async function setAcceptedTerms(
  { db, sessionToken }: Pick<Context, 'db' | 'sessionToken'>,
  termsVersionId: number,
): Promise<void> {
  if (sessionToken === undefined) return;
  await db
    .updateTable('sessions')
    .set({ terms_version_id: termsVersionId })
    .where('token_hash', '=', hashSessionToken(sessionToken))
    .execute();
}

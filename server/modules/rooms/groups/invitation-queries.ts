import type { Database } from '#server/database/open-database.ts';

/** Finds the link of an invitation, and its end. */
export const findInvitation = (db: Database, id: number) =>
  db
    .selectFrom('invitations')
    .select(['encrypted_token', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

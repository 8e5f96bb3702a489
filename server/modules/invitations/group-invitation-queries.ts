import type { Insertable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { InvitationsTable } from '#server/database/tables/invitations.ts';

export function insertInvitations(
  db: Database,
  invitations: readonly Insertable<InvitationsTable>[],
): Promise<{ id: number; email_key: string }[]> {
  return db.insertInto('invitations').values(invitations).returning(['id', 'email_key']).execute();
}

export async function setInvitationsExpiry(
  db: Database,
  ids: readonly number[],
  expiresAt: number,
): Promise<void> {
  await db.updateTable('invitations').set({ expires_at: expiresAt }).where('id', 'in', ids).execute();
}

export async function setInvitationsRevoked(
  db: Database,
  ids: readonly number[],
  now: number,
): Promise<void> {
  await db.updateTable('invitations').set({ revoked_at: now }).where('id', 'in', ids).execute();
}

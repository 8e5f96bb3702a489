import type { Selectable, Updateable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { UsersTable } from '#server/database/tables/accounts.ts';

export type UserRow = Selectable<UsersTable>;

interface UserFilter {
  usernameKey?: string | undefined;
  emailKey?: string | undefined;
  limit: number;
  cursor: number | undefined;
}

/** Living accounts, oldest first, all or those with exactly this name and e-mail. One more than `limit`. */
export function listActiveUsers(
  db: Database,
  { usernameKey, emailKey, limit, cursor = 0 }: UserFilter,
): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('id', '>', cursor)
    .$if(usernameKey !== undefined, (query) => query.where('username_key', '=', usernameKey ?? ''))
    .$if(emailKey !== undefined, (query) => query.where('email_key', '=', emailKey ?? ''))
    .orderBy('id')
    .limit(limit + 1)
    .execute();
}

export function findActiveUser(db: Database, id: number): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function setUser(db: Database, id: number, values: Updateable<UsersTable>): Promise<void> {
  await db.updateTable('users').set(values).where('id', '=', id).execute();
}

/** Gives every folder and file of one account to another, those in the trash too. */
export async function transferOwnership(db: Database, fromId: number, toId: number): Promise<void> {
  for (const table of ['folders', 'files'] as const)
    await db.updateTable(table).set({ owner_id: toId }).where('owner_id', '=', fromId).execute();
  // Who owns a tree now is no collaborator of it.
  const owned = db
    .selectFrom('folders')
    .select('id')
    .where('owner_id', '=', toId)
    .where('parent_id', 'is', null);
  await db.deleteFrom('collaborators').where('user_id', '=', toId).where('folder_id', 'in', owned).execute();
}

/** What was theirs alone: where they may work, and how they liked it. */
export async function removeUserRows(db: Database, userId: number): Promise<void> {
  for (const table of ['collaborators', 'user_preferences', 'notification_preferences'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute();
}

/** Ends what they let others in by: every visitor's invitation, and a collaborator's that nobody has accepted yet. */
export async function revokeInvitationsBy(db: Database, userId: number, now: number): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('inviter_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where((invitation) =>
      invitation.or([invitation('role', '=', 'visitor'), invitation('accepted_at', 'is', null)]),
    )
    .execute();
}

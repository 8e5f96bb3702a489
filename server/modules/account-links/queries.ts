import type { Selectable, Updateable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { AccountLinksTable, UsersTable } from '#server/database/tables/accounts.ts';

export type UserRow = Selectable<UsersTable>;
type LinkRow = Selectable<AccountLinksTable>;

export const findUserByEmail = (db: Database, emailKey: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', emailKey)
    .where('service_room_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export const findUser = (db: Database, id: number): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

export async function insertLink(db: Database, link: LinkRow): Promise<void> {
  await db.insertInto('account_links').values(link).execute();
}

export async function removeLinksBefore(db: Database, now: number): Promise<void> {
  await db.deleteFrom('account_links').where('expires_at', '<=', now).execute();
}

/** Finds an unexpired link together with its active account. */
export function findLink(
  db: Database,
  { token_hash, purpose }: Pick<LinkRow, 'token_hash' | 'purpose'>,
  now: number,
) {
  return db
    .selectFrom('account_links')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'account_links.user_id').on('users.deleted_at', 'is', null),
    )
    .selectAll('users')
    .select('account_links.account_state')
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function setUser(db: Database, id: number, values: Updateable<UsersTable>): Promise<void> {
  await db.updateTable('users').set(values).where('id', '=', id).execute();
}

/** Removes the links of an account and its counts of failed sign-ins. */
export async function removeLinksAndLimits(db: Database, userId: number): Promise<void> {
  for (const table of ['account_links', 'attempt_counts'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute();
}

/**
 * Tables of the ways into an account beside its password and its sessions. A second factor is none: it opens nothing without the
 * password.
 */
const CREDENTIALS = ['passkeys', 'oidc_links', 'login_challenges', 'api_tokens'] as const;

/**
 * Removes every way into an account but its password, its webhooks, and what it shares of folders that it will have. Expects the
 * lock of the folder tree.
 */
export async function removeOtherAccess(db: Database, userId: number, now: number): Promise<void> {
  for (const table of CREDENTIALS) await db.deleteFrom(table).where('user_id', '=', userId).execute();
  const webhooks = db.selectFrom('webhooks').select('id').where('owner_id', '=', userId);
  await db.deleteFrom('webhook_deliveries').where('webhook_id', 'in', webhooks).execute();
  await db.deleteFrom('webhooks').where('owner_id', '=', userId).execute();
  await db
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('inviter_id', '=', userId)
    .where('all_folders', '=', 1)
    .where('revoked_at', 'is', null)
    .execute();
}

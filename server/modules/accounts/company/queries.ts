import type { Database } from '#server/database/open-database.ts';
import type { UserRow } from '../queries.ts';

/** Finds the active account of a person at an identity provider. */
export function findLinkedUser(
  db: Database,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<UserRow | undefined> {
  return db
    .selectFrom('oidc_links')
    .innerJoin('users', 'users.id', 'oidc_links.user_id')
    .selectAll('users')
    .where('oidc_links.issuer', '=', issuer)
    .where('oidc_links.subject', '=', subject)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Finds the active account with this address. */
export function findUserByEmail(db: Database, emailKey: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', emailKey)
    .where('service_room_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Links a person at a provider with an account, in place of any other account. */
export async function setLink(
  db: Database,
  link: { issuer: string; subject: string; user_id: number; created_at: number },
): Promise<void> {
  await db
    .insertInto('oidc_links')
    .values(link)
    .onConflict((conflict) =>
      conflict
        .columns(['issuer', 'subject'])
        .doUpdateSet({ user_id: link.user_id, created_at: link.created_at }),
    )
    .execute();
}

/** Returns whether an administrator is left without this user. */
export async function hasOtherAdministrator(db: Database, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .where('deleted_at', 'is', null)
    .where('id', '<>', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

import type { Insertable, Selectable } from 'kysely';
import type { Database } from '#server/platform/db/open-database.ts';
import type { UsersTable } from '#server/platform/db/tables/accounts.ts';

export type UserRow = Selectable<UsersTable>;

export function findUser(db: Database, id: number): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export function findUserByKey(
  db: Database,
  column: 'username_key' | 'email_key',
  key: string,
): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(column, '=', key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function hasAnyUser(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export function insertUser(db: Database, user: Insertable<UsersTable>): Promise<UserRow> {
  return db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();
}

export async function findPreferences(db: Database, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_preferences')
    .select('preferences')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.preferences;
}

export async function setPreferences(db: Database, userId: number, preferences: string): Promise<void> {
  await db
    .insertInto('user_preferences')
    .values({ user_id: userId, preferences })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ preferences }))
    .execute();
}

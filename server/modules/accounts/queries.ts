import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { NotificationPreferencesTable, UsersTable } from '#server/database/tables/accounts.ts';
import { USER_COLUMNS } from '#server/database/tables/column-names.ts';

export type UserRow = Selectable<UsersTable>;
type NotificationsRow = Selectable<NotificationPreferencesTable>;

export function findUser(db: Database, id: number): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Selects the active accounts with any of these as name or e-mail. With `deleted_at` outside the `or` SQLite would use neither
 * index.
 */
const activeUsersByKeys = (db: Database, keys: readonly string[]) =>
  db
    .selectFrom('users')
    .where((user) =>
      user.or([
        user.and([user('username_key', 'in', keys), user('deleted_at', 'is', null)]),
        user.and([user('email_key', 'in', keys), user('deleted_at', 'is', null)]),
      ]),
    );

/** Finds the active account of a person that has this key as its name, else the account that has it as its e-mail. */
export function findUserByName(db: Database, key: string): Promise<UserRow | undefined> {
  return activeUsersByKeys(db, [key])
    .selectAll()
    .where('service_room_id', 'is', null)
    .orderBy((user) => user.case().when('username_key', '=', key).then(0).else(1).end())
    .limit(1)
    .executeTakeFirst();
}

/** Lists at most two accounts for each key. */
export function listUsersByKeys(
  db: Database,
  keys: readonly string[],
): Promise<Pick<UserRow, 'id' | 'username_key' | 'email_key'>[]> {
  return activeUsersByKeys(db, keys).select(['id', 'username_key', 'email_key']).execute();
}

export async function hasAnyUser(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export function insertUser(db: Database, user: Insertable<UsersTable>): Promise<UserRow> {
  return db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();
}

export async function setUser(db: Database, id: number, values: Updateable<UsersTable>): Promise<void> {
  await db.updateTable('users').set(values).where('id', '=', id).execute();
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

export function findNotificationPreferences(
  db: Database,
  userId: number,
): Promise<NotificationsRow | undefined> {
  return db
    .selectFrom('notification_preferences')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function setNotificationPreferences(
  db: Database,
  userId: number,
  wanted: Omit<NotificationsRow, 'user_id'>,
): Promise<void> {
  await db
    .insertInto('notification_preferences')
    .values({ user_id: userId, ...wanted })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(wanted))
    .execute();
}

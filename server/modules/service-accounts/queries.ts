import { type Insertable, type Selectable, sql } from 'kysely';
import { isIssuerEntitled } from '#server/authorization/api-tokens/issuer.ts';
import type { Database } from '#server/database/open-database.ts';
import type { UsersTable } from '#server/database/tables/accounts.ts';
import type { ApiTokensTable } from '#server/database/tables/api-tokens.ts';

export type TokenRow = Selectable<ApiTokensTable> & {
  /** Tells whether the person who made it still manages the room. */
  readonly is_issuer_entitled: 0 | 1;
};
export type AccountRow = Pick<Selectable<UsersTable>, 'id' | 'username' | 'email' | 'created_at'> & {
  readonly name: string;
  readonly roomId: number;
};

const accounts = (db: Database) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'created_at'])
    .select(sql<string>`coalesce(first_name, username)`.as('name'))
    .select(sql<number>`service_room_id`.as('roomId'))
    .where('service_room_id', 'is not', null)
    .where('deleted_at', 'is', null);

/** Lists the accounts of a room, newest first. Their number is limited. */
export const listAccounts = (db: Database, roomId: number): Promise<AccountRow[]> =>
  accounts(db).where('service_room_id', '=', roomId).orderBy('id', 'desc').execute();

export const findAccount = (db: Database, id: number): Promise<AccountRow | undefined> =>
  accounts(db).where('id', '=', id).executeTakeFirst();

export async function insertAccount(db: Database, account: Insertable<UsersTable>): Promise<number> {
  const { id } = await db.insertInto('users').values(account).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Makes an account an editor of its room. */
export async function insertEditor(
  db: Database,
  { roomId, userId, giverId }: { roomId: number; userId: number; giverId: number },
  now: number,
): Promise<void> {
  await db
    .insertInto('collaborators')
    .values({ folder_id: roomId, user_id: userId, granted_by_id: giverId, created_at: now })
    .execute();
}

export async function insertToken(db: Database, token: Insertable<ApiTokensTable>): Promise<void> {
  await db.insertInto('api_tokens').values(token).execute();
}

/** Lists the last token of each account, revoked ones included: they keep the limits of the next. */
export async function listLastTokens(
  db: Database,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, TokenRow>> {
  if (userIds.length === 0) return new Map();
  const last = db
    .selectFrom('api_tokens')
    .select((select) => select.fn.max('id').as('id'))
    .where('user_id', 'in', userIds)
    .groupBy('user_id');
  const rows = await db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .selectAll('api_tokens')
    .select(sql<0 | 1>`case when ${isIssuerEntitled} then 1 else 0 end`.as('is_issuer_entitled'))
    .where('api_tokens.id', 'in', last)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row]));
}

export async function revokeTokens(db: Database, userId: number, now: number): Promise<void> {
  await db
    .updateTable('api_tokens')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Finds the owner of the root folder of a room. */
export async function findRoomOwner(db: Database, roomId: number): Promise<number> {
  const { owner_id } = await db
    .selectFrom('folders')
    .select('owner_id')
    .where('id', '=', roomId)
    .executeTakeFirstOrThrow();
  return owner_id;
}

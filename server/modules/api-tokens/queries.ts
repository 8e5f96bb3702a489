import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { ApiTokensTable } from '#server/database/tables/api-tokens.ts';

export type TokenRow = Selectable<ApiTokensTable>;

/** Lists the tokens of a user that are not revoked, newest first. */
export function listTokens(db: Database, userId: number): Promise<TokenRow[]> {
  return db
    .selectFrom('api_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
}

export function findToken(db: Database, userId: number, id: number): Promise<TokenRow | undefined> {
  return db
    .selectFrom('api_tokens')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

export function insertToken(db: Database, token: Insertable<ApiTokensTable>): Promise<TokenRow> {
  return db.insertInto('api_tokens').values(token).returningAll().executeTakeFirstOrThrow();
}

/** Changes a token; returns `undefined` if it was revoked meanwhile. */
export function setToken(
  db: Database,
  id: number,
  change: Updateable<ApiTokensTable>,
): Promise<TokenRow | undefined> {
  return db
    .updateTable('api_tokens')
    .set(change)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

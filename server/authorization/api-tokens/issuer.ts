import { type SqlBool, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import { userManages } from '../links/group-of-link.ts';

/**
 * Tells whether the maker of a service account's token, in `api_tokens` and `users`, still manages its room: a manager who was
 * removed could otherwise still use the token.
 */
export const isIssuerEntitled = sql<SqlBool>`(users.service_room_id is null or api_tokens.issued_by_id is null
  or ${userManages(sql.ref('api_tokens.issued_by_id'), sql.ref('users.service_room_id'))})`;

const selectEntitled = prepareQuery((db, { tokenId }: { readonly tokenId: number }) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select('api_tokens.id')
    .where('api_tokens.id', '=', tokenId)
    .where(isIssuerEntitled),
);

/**
 * Tells the same about a token with these columns. Only that of a service account asks the rule of access, which PostgreSQL would
 * prepare to run at each request of a program if it were part of the statement that finds the token.
 */
export async function findIsIssuerEntitled(
  { db }: { db: Database },
  token: {
    readonly id: number;
    readonly service_room_id: number | null;
    readonly issued_by_id: number | null;
  },
): Promise<boolean> {
  if (token.service_room_id === null || token.issued_by_id === null) return true;
  return (await selectEntitled(db, { tokenId: token.id })).length > 0;
}

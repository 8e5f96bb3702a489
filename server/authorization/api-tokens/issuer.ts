import { type SqlBool, sql } from 'kysely';
import { userManages } from '../links/group-of-link.ts';

/**
 * Tells whether who made the token of a service account, in `api_tokens` and `users`, still manages its room: otherwise somebody who was removed
 * would go on with the token that they know.
 */
export const isIssuerEntitled = sql<SqlBool>`(users.service_room_id is null or api_tokens.issued_by_id is null
  or ${userManages(sql.ref('api_tokens.issued_by_id'), sql.ref('users.service_room_id'))})`;

import { type Kysely, sql } from 'kysely';

/**
 * Adds who issued the token of a service account, and so knows it. Of earlier ones only the giver of the account's access is
 * known, who is the creator or the manager after them.
 */
export async function addTokenIssuers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('api_tokens')
    .addColumn('issued_by_id', 'bigint', (column) => column.references('users.id'))
    .execute();
  await sql`update api_tokens set issued_by_id = (
      select collaborators.granted_by_id from users join collaborators on collaborators.user_id = users.id
        and collaborators.folder_id = users.service_room_id where users.id = api_tokens.user_id)
    where user_id in (select id from users where service_room_id is not null)`.execute(db);
}

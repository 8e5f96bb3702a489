import type { Kysely } from 'kysely';

/**
 * Adds accounts of programs that belong to a room. A node of an earlier version lists them like people; they have no password,
 * and nobody can set one by mail.
 */
export async function addServiceAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('service_room_id', 'bigint', (column) => column.references('rooms.folder_id'))
    .execute();
  await db.schema
    .createIndex('users_by_service_room')
    .on('users')
    .column('service_room_id')
    .where('service_room_id', 'is not', null)
    .execute();
}

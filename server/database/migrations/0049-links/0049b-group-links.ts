import type { Kysely } from 'kysely';

/** Adds links that admit into a group. A node of an earlier version shows nothing to those who enter through one. */
export async function addGroupLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('links')
    .addColumn('group_id', 'bigint', (column) => column.references('room_groups.id').onDelete('set null'))
    .execute();
}

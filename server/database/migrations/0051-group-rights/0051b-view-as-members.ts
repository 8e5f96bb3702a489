import type { Kysely } from 'kysely';

/**
 * Adds the member whom a manager sees a room as. A node of an earlier version shows the room as the group sees it, which is the
 * same but for the name in watermarks.
 */
export async function addViewAsMembers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('view_as_sessions')
    .addColumn('member_id', 'bigint', (column) => column.references('group_members.id').onDelete('cascade'))
    .execute();
}

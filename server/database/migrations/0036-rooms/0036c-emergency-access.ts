import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required, withDefault } from '../0001-initial/columns.ts';

/**
 * Adds the rule that administrators do not read a room, and their emergency access to such rooms. A node of an earlier version
 * lets administrators read every room, so set the rule once all nodes have this version.
 */
export async function addEmergencyAccess(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { createWithId, createIndex } = createSchemaBuilder(db, engine);
  await db.schema
    .alterTable('rooms')
    .addColumn('administrators_can_read', 'integer', withDefault(1))
    .execute();
  // Read with every request of an administrator; few rooms are in it.
  await sql`create index rooms_closed_to_administrators on rooms (folder_id) where administrators_can_read = 0`.execute(
    db,
  );
  await createWithId('emergency_accesses')
    .addColumn('room_id', 'bigint', (column) =>
      column.notNull().references('rooms.folder_id').onDelete('cascade'),
    )
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('reason', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
  await createIndex('emergency_accesses_by_room', 'emergency_accesses', ['room_id', 'user_id', 'expires_at']);
}

import { type Kysely, sql } from 'kysely';

/** Adds the room of an entry to the audit log; nodes of earlier versions write none. */
export async function addRoomsOfAuditRows(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('audit_log').addColumn('room_id', 'bigint').execute();
  await sql`create index audit_log_by_room on audit_log (room_id, position) where room_id is not null`.execute(
    db,
  );
}

import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required } from '../0001-initial/columns.ts';

/** Adds the weekly reports that managers of rooms have mailed to them. Nodes of an earlier version mail none. */
export async function addReports(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { createWithId, createIndex } = createSchemaBuilder(db, engine);
  await createWithId('report_subscriptions')
    .addColumn('room_id', 'bigint', (column) =>
      column.notNull().references('rooms.folder_id').onDelete('cascade'),
    )
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('format', 'text', required)
    .addColumn('weekday', 'integer', required)
    .addColumn('hour', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('next_at', 'bigint', required)
    .addColumn('last_sent_at', 'bigint')
    .execute();
  await createIndex('report_subscriptions_by_user', 'report_subscriptions', ['user_id']);
  await createIndex('report_subscriptions_by_room', 'report_subscriptions', ['room_id']);
  await createIndex('report_subscriptions_due', 'report_subscriptions', ['next_at']);
  await sql`insert into jobs (kind, payload, created_at, run_at) values ('analytics.mail', '{}', 0, 0)`.execute(
    db,
  );
}

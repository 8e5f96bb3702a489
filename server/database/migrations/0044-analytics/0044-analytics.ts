import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required, withDefault } from '../0001-initial/columns.ts';

/** Adds the daily sums of views and downloads in rooms, and the settings of their analytics. */
export async function addAnalytics(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { create, createIndex } = createSchemaBuilder(db, engine);
  await create('room_analytics')
    .addColumn('room_id', 'bigint', (column) =>
      column.primaryKey().references('rooms.folder_id').onDelete('cascade'),
    )
    .addColumn('hides_persons', 'integer', withDefault(0))
    .addColumn('time_zone', 'text', withDefault('UTC'))
    .addColumn('weights', 'text', withDefault('{}'))
    .addColumn('summed_to', 'text')
    .execute();
  await create('analytics_daily')
    .addColumn('room_id', 'bigint', required)
    .addColumn('day', 'text', required)
    .addColumn('file_id', 'bigint', (column) => column.notNull().references('files.id').onDelete('cascade'))
    .addColumn('group_id', 'bigint', required)
    .addColumn('user_id', 'bigint', required)
    .addColumn('viewer_email', 'text', required)
    .addColumn('link_id', 'bigint', required)
    .addColumn('is_automated', 'integer', required)
    .addColumn('views', 'integer', required)
    .addColumn('visits', 'integer', required)
    .addColumn('pages', 'integer', required)
    .addColumn('ms', 'bigint', required)
    .addColumn('downloads', 'integer', required)
    .addPrimaryKeyConstraint('analytics_daily_pk', [
      'room_id',
      'day',
      'file_id',
      'group_id',
      'user_id',
      'viewer_email',
      'link_id',
      'is_automated',
    ])
    .execute();
  await createIndex('analytics_daily_by_file', 'analytics_daily', ['file_id']);
  await createIndex('file_views_by_time', 'file_views', ['file_id', 'viewed_at']);
  await sql`insert into jobs (kind, payload, created_at, run_at) values ('analytics.sum', '{}', 0, 0)`.execute(
    db,
  );
}

import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { createSchemaBuilder, required } from './0001-initial/columns.ts';

/** Adds the request lists of rooms, and the job that reminds of overdue requests, which nodes of earlier versions leave alone. */
export async function addRequests(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { create, createWithId, createIndex } = createSchemaBuilder(db, engine);
  await createWithId('areas')
    .addColumn('room_id', 'bigint', (column) =>
      column.notNull().references('rooms.folder_id').onDelete('cascade'),
    )
    .addColumn('name', 'text', required)
    .addColumn('name_key', 'text', required)
    .addUniqueConstraint('areas_by_name', ['room_id', 'name_key'])
    .execute();
  await createWithId('requests')
    .addColumn('room_id', 'bigint', (column) =>
      column.notNull().references('rooms.folder_id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', required)
    .addColumn('area_id', 'bigint', (column) => column.references('areas.id').onDelete('set null'))
    .addColumn('group_id', 'bigint', (column) => column.references('room_groups.id').onDelete('set null'))
    .addColumn('text', 'text', required)
    .addColumn('responsible_id', 'bigint', (column) => column.references('users.id'))
    .addColumn('responsible_name', 'text')
    .addColumn('due_at', 'bigint')
    .addColumn('priority', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('deleted_at', 'bigint')
    .addColumn('reminded_at', 'bigint')
    .addUniqueConstraint('requests_by_number', ['room_id', 'number'])
    .execute();
  await createIndex('requests_by_area', 'requests', ['area_id']);
  await createIndex('requests_by_group', 'requests', ['group_id']);
  await createIndex('requests_by_responsible', 'requests', ['responsible_id', 'due_at']);
  await create('request_files')
    .addColumn('request_id', 'bigint', (column) =>
      column.notNull().references('requests.id').onDelete('cascade'),
    )
    .addColumn('file_id', 'bigint', (column) => column.notNull().references('files.id').onDelete('cascade'))
    .addColumn('page', 'integer')
    .addPrimaryKeyConstraint('request_files_pk', ['request_id', 'file_id'])
    .execute();
  await createIndex('request_files_by_file', 'request_files', ['file_id']);
  await sql`insert into jobs (kind, payload, created_at, run_at) values ('requests.remind', '{}', 0, 0)`.execute(
    db,
  );
}

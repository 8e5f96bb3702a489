import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Uploads that can be resumed, the lock under which they are counted, and the daily task that removes what expired. */
export async function createUploads(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const bytes = engine === 'postgres' ? sql`bytea` : sql`blob`;
  const uploads = db.schema.createTable('uploads');
  await (engine === 'postgres'
    ? uploads.addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    : uploads.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
  )
    .addColumn('owner_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('name', 'text', required)
    .addColumn('folder_id', 'bigint')
    .addColumn('allow_download', 'integer', required)
    .addColumn('size', 'bigint', required)
    .addColumn('received', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('file_id', 'bigint')
    .execute();
  await db.schema
    .createTable('upload_parts')
    .addColumn('upload_id', 'bigint', (column) => column.notNull().references('uploads.id'))
    .addColumn('start', 'bigint', required)
    .addColumn('size', 'bigint', required)
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('wrapped_key', bytes, required)
    .addPrimaryKeyConstraint('upload_parts_pk', ['upload_id', 'start'])
    .execute();
  for (const column of ['owner_id', 'expires_at'])
    await db.schema.createIndex(`uploads_by_${column}`).on('uploads').column(column).execute();

  await sql`insert into locks (name, taken_at) values ('uploads', 0)`.execute(db);
  await sql`insert into housekeeping (task) values ('uploads')`.execute(db);
  // As the other daily tasks have: due at the first start, then put off by a day after each run.
  await sql`insert into jobs (kind, payload, created_at, run_at) values ('housekeeping.uploads', '{}', 0, 0)`.execute(
    db,
  );
}

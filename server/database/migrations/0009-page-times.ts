import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** How long each page of a view was before the viewer's eyes; and until when a view goes on. */
export async function createPageTimes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('page_times')
    // What is told of a view while its file is purged goes with the view.
    .addColumn('view_id', 'bigint', (column) =>
      required(column).references('file_views.id').onDelete('cascade'),
    )
    .addColumn('page', 'integer', required)
    .addColumn('ms', 'bigint', required)
    .addPrimaryKeyConstraint('page_times_of_view', ['view_id', 'page'])
    .execute();
  await db.schema
    .alterTable('file_views')
    .addColumn('seen_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('file_views')
    .addColumn('told_batches', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await sql`update file_views set seen_at = viewed_at`.execute(db);
  // In its place: a view goes on as long as it is heard of.
  await db.schema.dropIndex('file_views_by_time').execute();
  await db.schema
    .createIndex('file_views_by_sight')
    .on('file_views')
    .columns(['file_id', 'seen_at'])
    .execute();
}

import { references, required, requiredReference, type SchemaBuilder, withDefault } from './columns.ts';

export async function createActivityTables(schema: SchemaBuilder): Promise<void> {
  const { create, createWithId, createIndex } = schema;
  await createWithId('file_views')
    .addColumn('file_id', 'bigint', requiredReference('files.id'))
    .addColumn('viewer_id', 'bigint', references('users.id'))
    .addColumn('viewer_email', 'text')
    .addColumn('viewed_at', 'bigint', required)
    .addColumn('last_seen_at', 'bigint', withDefault(0))
    .addColumn('counted_batches', 'text', withDefault('[]'))
    .execute();
  await createIndex('file_views_by_file', 'file_views', ['file_id', 'id']);
  await createIndex('file_views_by_viewer', 'file_views', ['viewer_id', 'id']);
  await createIndex('file_views_by_last_seen', 'file_views', ['file_id', 'last_seen_at']);
  await create('page_times')
    // A batch that arrives while the file is purged is removed with its view.
    .addColumn('view_id', 'bigint', (column) =>
      column.notNull().references('file_views.id').onDelete('cascade'),
    )
    .addColumn('page', 'integer', required)
    .addColumn('ms', 'bigint', required)
    .addPrimaryKeyConstraint('page_times_pk', ['view_id', 'page'])
    .execute();
}

import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { createSchemaBuilder, required, withDefault } from './0001-initial/columns.ts';

/**
 * Adds imports of many files. The references to blobs keep nodes of earlier versions from removing those that wait for an
 * import. They find no file that an upload for an import could replace, and so refuse it.
 */
export async function addImports(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { createWithId, createIndex } = createSchemaBuilder(db, engine);
  await createWithId('imports')
    .addColumn('folder_id', 'bigint', (column) =>
      column.notNull().references('folders.id').onDelete('cascade'),
    )
    .addColumn('creator_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('state', 'text', required)
    .addColumn('error', 'text')
    .addColumn('report', 'text')
    .addColumn('steps_done', 'integer', withDefault(0))
    .addColumn('steps', 'integer', withDefault(0))
    .addColumn('created_at', 'bigint', required)
    .addColumn('applied_at', 'bigint')
    .addColumn('expires_at', 'bigint', required)
    .execute();
  await createIndex('imports_by_folder', 'imports', ['folder_id']);
  await createIndex('imports_by_creator', 'imports', ['creator_id', 'expires_at']);
  await createIndex('imports_by_expiry', 'imports', ['expires_at']);
  for (const table of ['import_sources', 'import_entries']) {
    await createWithId(table)
      .addColumn('import_id', 'bigint', (column) =>
        column.notNull().references('imports.id').onDelete('cascade'),
      )
      .addColumn('path', 'text', required)
      .addColumn('blob_key', 'text', (column) => column.references('blobs.key'))
      .addColumn('size', 'bigint', required)
      .execute();
    await createIndex(`${table}_by_import`, table, ['import_id', 'id']);
    // Removing a blob checks whether an import still needs it.
    await createIndex(`${table}_by_blob`, table, ['blob_key']);
  }
  await db.schema.alterTable('import_entries').addColumn('position', 'integer', withDefault(0)).execute();
  await db.schema.alterTable('import_entries').addColumn('levels', 'text').execute();
  await db.schema.alterTable('uploads').addColumn('import_id', 'bigint').execute();
  await db.schema.alterTable('uploads').addColumn('relative_path', 'text').execute();
}

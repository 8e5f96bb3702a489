import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import {
  createSchemaBuilder,
  references,
  required,
  requiredReference,
  withDefault,
} from './0001-initial/columns.ts';

/**
 * Adds the versions of files, with version 1 for every file. A node of version 0.1.0 adds files without a row here: their
 * only version is described by the file itself. The references keep such a node, which does not know this table, from
 * removing the content of earlier versions; when it purges a file, its versions go with it.
 */
export async function addFileVersions(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { create, createIndex } = createSchemaBuilder(db, engine);
  await db.schema.alterTable('files').addColumn('current_version', 'integer', withDefault(1)).execute();
  await db.schema.alterTable('file_views').addColumn('version', 'integer').execute();
  await db.schema.alterTable('uploads').addColumn('replaces_file_id', 'bigint').execute();
  await db.schema.alterTable('uploads').addColumn('note', 'text').execute();
  await create('file_versions')
    .addColumn('file_id', 'bigint', (column) => column.notNull().references('files.id').onDelete('cascade'))
    .addColumn('number', 'integer', required)
    .addColumn('blob_key', 'text', requiredReference('blobs.key'))
    .addColumn('size', 'bigint', required)
    .addColumn('sha256', 'text', required)
    .addColumn('author_id', 'bigint', requiredReference('users.id'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('note', 'text')
    .addColumn('withdrawn_at', 'bigint')
    .addColumn('withdrawn_reason', 'text')
    .addColumn('replaced_at', 'bigint')
    .addColumn('extension', 'text')
    .addColumn('text_blob_key', 'text', references('blobs.key'))
    .addColumn('index_status', 'text')
    .addPrimaryKeyConstraint('file_versions_pk', ['file_id', 'number'])
    .execute();
  // Removing a blob checks whether a version still references it.
  await createIndex('file_versions_by_blob', 'file_versions', ['blob_key']);
  await createIndex('file_versions_by_text_blob', 'file_versions', ['text_blob_key']);
  // Quotas add the earlier versions, which most files do not have.
  await db.schema
    .createIndex('file_versions_replaced')
    .on('file_versions')
    .columns(['file_id', 'size'])
    .where(sql.ref('replaced_at'), 'is not', null)
    .execute();
  await sql`insert into file_versions (file_id, number, blob_key, size, sha256, author_id, created_at)
    select files.id, 1, files.blob_key, files.size, blobs.sha256, files.owner_id, files.created_at
    from files join blobs on blobs.key = files.blob_key`.execute(db);
}

import { sql } from 'kysely';
import {
  primaryKey,
  references,
  required,
  requiredReference,
  type SchemaBuilder,
  withDefault,
} from './columns.ts';

export async function createFolderTables(schema: SchemaBuilder): Promise<void> {
  const { create, createWithId, createIndex } = schema;
  await createWithId('folders')
    .addColumn('name', 'text', required)
    .addColumn('parent_id', 'bigint', references('folders.id'))
    .addColumn('owner_id', 'bigint', requiredReference('users.id'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('deleted_at', 'bigint')
    .addColumn('deleted_with_folder_id', 'bigint')
    .addColumn('purged_at', 'bigint')
    .execute();
  await createIndex('folders_by_parent', 'folders', ['parent_id', 'id']);
  await createIndex('folders_by_owner', 'folders', ['owner_id', 'id']);
  await createTrashIndexes(schema, 'folders', ['deleted_with_folder_id']);

  await create('collaborators')
    .addColumn('folder_id', 'bigint', requiredReference('folders.id'))
    .addColumn('user_id', 'bigint', requiredReference('users.id'))
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('collaborators_pk', ['folder_id', 'user_id'])
    .execute();
  await createIndex('collaborators_by_user', 'collaborators', ['user_id']);
}

export async function createFileTables(schema: SchemaBuilder): Promise<void> {
  const { bytes, create, createWithId, createIndex } = schema;
  await create('blobs')
    .addColumn('key', 'text', primaryKey)
    .addColumn('size', 'bigint', required)
    .addColumn('sha256', 'text', required)
    .addColumn('wrapped_key', bytes, required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await create('unreferenced_objects')
    .addColumn('key', 'text', primaryKey)
    .addColumn('unreferenced_at', 'bigint', required)
    .execute();
  await createWithId('files')
    .addColumn('name', 'text', required)
    .addColumn('file_type', 'text', required)
    .addColumn('size', 'bigint', required)
    .addColumn('allow_download', 'integer', required)
    .addColumn('folder_id', 'bigint', references('folders.id'))
    .addColumn('owner_id', 'bigint', requiredReference('users.id'))
    .addColumn('blob_key', 'text', requiredReference('blobs.key'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('deleted_at', 'bigint')
    .addColumn('deleted_with_folder_id', 'bigint')
    .addColumn('purged_at', 'bigint')
    .addColumn('index_status', 'text', withDefault('pending'))
    .addColumn('index_reason', 'text')
    .addColumn('text_blob_key', 'text', references('blobs.key'))
    .addColumn('document_title', 'text')
    .addColumn('excerpt', 'text')
    .execute();
  await createIndex('files_by_folder', 'files', ['folder_id', 'id']);
  await createIndex('files_by_owner', 'files', ['owner_id', 'id']);
  await createTrashIndexes(schema, 'files', ['deleted_with_folder_id', 'size']);
  // Removing a blob checks whether a file still references it, which would otherwise read the whole table.
  await createIndex('files_by_blob', 'files', ['blob_key']);
  await createIndex('files_by_text_blob', 'files', ['text_blob_key']);
}

async function createTrashIndexes(
  { db }: SchemaBuilder,
  table: 'folders' | 'files',
  columns: readonly string[],
): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_deleted_with_folder`)
    .on(table)
    .columns([...columns])
    .where(sql.ref('deleted_with_folder_id'), 'is not', null)
    .execute();
  await db.schema
    .createIndex(`${table}_in_trash`)
    .on(table)
    .columns(['deleted_at', 'id'])
    .where(sql<boolean>`deleted_at is not null and deleted_with_folder_id is null and purged_at is null`)
    .execute();
}

export async function createUploadTables(schema: SchemaBuilder): Promise<void> {
  const { bytes, create, createWithId, createIndex } = schema;
  await createWithId('uploads')
    .addColumn('owner_id', 'bigint', requiredReference('users.id'))
    .addColumn('name', 'text', required)
    .addColumn('folder_id', 'bigint')
    .addColumn('allow_download', 'integer', required)
    .addColumn('size', 'bigint', required)
    .addColumn('received_bytes', 'bigint', withDefault(0))
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('file_id', 'bigint')
    .execute();
  await createIndex('uploads_by_owner', 'uploads', ['owner_id']);
  await createIndex('uploads_by_expiry', 'uploads', ['expires_at']);
  await create('upload_parts')
    .addColumn('upload_id', 'bigint', requiredReference('uploads.id'))
    .addColumn('start_offset', 'bigint', required)
    .addColumn('size', 'bigint', required)
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('wrapped_key', bytes, required)
    .addPrimaryKeyConstraint('upload_parts_pk', ['upload_id', 'start_offset'])
    .execute();
}

/** The changes have no foreign key: a search index that was offline learns from them that a file was purged. */
export async function createSearchTables({ createWithId, createIndex }: SchemaBuilder): Promise<void> {
  await createWithId('index_changes', 'position').addColumn('file_id', 'bigint', required).execute();
  await createIndex('index_changes_by_file', 'index_changes', ['file_id']);
}

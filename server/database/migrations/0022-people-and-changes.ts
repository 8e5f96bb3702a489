import { type Kysely, sql } from 'kysely';

/**
 * Adds names and pictures of people, and when a file last changed. Nodes of earlier versions leave the columns empty; the
 * reference keeps them from removing the blob of a picture, which they do not know to be in use.
 */
export async function addPeopleAndChanges(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('first_name', 'text').execute();
  await db.schema.alterTable('users').addColumn('last_name', 'text').execute();
  await db.schema.alterTable('users').addColumn('avatar_token', 'text').execute();
  await db.schema
    .alterTable('users')
    .addColumn('avatar_blob_key', 'text', (column) => column.references('blobs.key'))
    .execute();
  await db.schema
    .createIndex('users_by_avatar_token')
    .on('users')
    .column('avatar_token')
    .where(sql.ref('avatar_token'), 'is not', null)
    .execute();
  // Removing a blob checks whether a picture still references it.
  await db.schema
    .createIndex('users_by_avatar_blob')
    .on('users')
    .column('avatar_blob_key')
    .where(sql.ref('avatar_blob_key'), 'is not', null)
    .execute();
  await db.schema.alterTable('files').addColumn('modified_at', 'bigint').execute();
  // Counts the files of many folders without reading the table.
  await db.schema
    .createIndex('files_by_folder_and_change')
    .on('files')
    .columns(['folder_id', 'created_at', 'modified_at'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
}

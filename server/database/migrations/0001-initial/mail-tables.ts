import { primaryKey, required, type SchemaBuilder, withDefault } from './columns.ts';

export async function createMailTables(schema: SchemaBuilder): Promise<void> {
  const { bytes, create, createWithId, createIndex } = schema;
  await createWithId('outbox_messages')
    .addColumn('to_address', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('encrypted_body', bytes, required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('should_send', 'integer', required)
    .addColumn('attempts', 'integer', withDefault(0))
    .addColumn('sent_at', 'bigint')
    .addColumn('failed_at', 'bigint')
    .addColumn('last_error', 'text')
    .execute();
  await createIndex('outbox_messages_by_created_at', 'outbox_messages', ['created_at']);

  // No foreign key to the folder: ids are never assigned twice, so a purge can leave the row behind.
  await create('folder_digests')
    .addColumn('folder_id', 'bigint', primaryKey)
    .addColumn('last_notified_file_id', 'bigint', required)
    .addColumn('batch_end_file_id', 'bigint')
    .addColumn('last_processed_user_id', 'bigint', withDefault(0))
    .execute();
}

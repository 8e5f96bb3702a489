import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { createSchemaBuilder, required } from './0001-initial/columns.ts';

/**
 * Adds what readers follow, and when they get mails about it. Nodes of the previous version send none: the next mail
 * includes the changes that they recorded.
 */
export async function addFollowsAndDigests(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { bytes, create, createWithId, createIndex } = createSchemaBuilder(db, engine);
  await createWithId('follows')
    .addColumn('reader_kind', 'text', required)
    .addColumn('reader_id', 'bigint', required)
    .addColumn('kind', 'text', required)
    .addColumn('target_id', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint('follows_by_reader', ['reader_kind', 'reader_id', 'kind', 'target_id'])
    .execute();
  await createIndex('follows_by_target', 'follows', ['kind', 'target_id']);
  await createWithId('digest_settings')
    .addColumn('reader_kind', 'text', required)
    .addColumn('reader_id', 'bigint', required)
    .addColumn('root_folder_id', 'bigint', (column) =>
      column.notNull().references('folders.id').onDelete('cascade'),
    )
    .addColumn('frequency', 'text', required)
    .addColumn('hour', 'integer', required)
    .addColumn('time_zone', 'text', required)
    .addColumn('unsubscribe_token_hash', bytes, (column) => column.notNull().unique())
    .addColumn('encrypted_unsubscribe_token', bytes, required)
    .addUniqueConstraint('digest_settings_by_reader', ['reader_kind', 'reader_id', 'root_folder_id'])
    .execute();
  await createIndex('digest_settings_by_root', 'digest_settings', ['root_folder_id', 'frequency']);
  await create('digests_due')
    .addColumn('setting_id', 'bigint', (column) =>
      column.primaryKey().references('digest_settings.id').onDelete('cascade'),
    )
    .addColumn('due_at', 'bigint')
    .addColumn('from_position', 'bigint', required)
    .addColumn('from_at', 'bigint', required)
    .addColumn('sent_at', 'bigint')
    .execute();
  await createIndex('digests_due_by_instant', 'digests_due', ['due_at']);
  await sql`insert into jobs (kind, payload, created_at, run_at) values ('digests.send', '{}', 0, 0)`.execute(
    db,
  );
}

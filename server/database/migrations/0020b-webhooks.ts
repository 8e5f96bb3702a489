import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { createSchemaBuilder, required, requiredReference, withDefault } from './0001-initial/columns.ts';

/**
 * Adds webhooks and their deliveries. Nodes of the previous version announce no events: the next announcement includes theirs.
 */
export async function addWebhooks(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { bytes, createWithId, createIndex } = createSchemaBuilder(db, engine);
  await createWithId('webhooks')
    .addColumn('owner_id', 'bigint', requiredReference('users.id'))
    .addColumn('folder_id', 'bigint')
    .addColumn('url', 'text', required)
    .addColumn('events', 'text', required)
    .addColumn('encrypted_secret', bytes, required)
    .addColumn('last_position', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('disabled_at', 'bigint')
    .execute();
  await createIndex('webhooks_by_owner', 'webhooks', ['owner_id']);
  await createWithId('webhook_deliveries')
    .addColumn('webhook_id', 'bigint', (column) =>
      column.notNull().references('webhooks.id').onDelete('cascade'),
    )
    .addColumn('event_id', 'bigint', required)
    .addColumn('object_kind', 'text')
    .addColumn('object_id', 'bigint')
    .addColumn('payload', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('attempts', 'integer', withDefault(0))
    .addColumn('next_attempt_at', 'bigint', required)
    .addColumn('delivered_at', 'bigint')
    .addColumn('abandoned_at', 'bigint')
    .addColumn('last_status', 'text')
    .execute();
  await createIndex('webhook_deliveries_by_object', 'webhook_deliveries', [
    'webhook_id',
    'object_kind',
    'object_id',
    'id',
  ]);
}

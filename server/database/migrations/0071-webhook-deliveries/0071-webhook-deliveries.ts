import { type Kysely, sql } from 'kysely';

/**
 * Adds indexes of all webhook deliveries in their order, and of those that have not arrived: each job read all deliveries of
 * thirty days, most of which have arrived. The index by object is replaced.
 */
export async function addDeliveryIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index webhook_deliveries_in_order on webhook_deliveries (webhook_id, id)`.execute(db);
  // Of two indexes that serve equally SQLite takes the later one.
  await sql`create index webhook_deliveries_undelivered_by_object
    on webhook_deliveries (webhook_id, object_kind, object_id, id) where delivered_at is null`.execute(db);
  await sql`create index webhook_deliveries_undelivered on webhook_deliveries (webhook_id, id)
    where delivered_at is null`.execute(db);
  await sql`drop index webhook_deliveries_by_object`.execute(db);
}

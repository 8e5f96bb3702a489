import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from '#server/database/tables/webhooks.ts';

export type WebhookRow = Selectable<WebhooksTable>;
export type DeliveryRow = Selectable<WebhookDeliveriesTable>;

/** Twice as many as a webhook gets deliveries at once. */
const ROWS_PER_REMOVAL = 1_000;

const isPending = sql<SqlBool>`webhook_deliveries.delivered_at is null and webhook_deliveries.abandoned_at is null`;

/** Lists the webhooks of a user, newest first, with the number of deliveries that wait. */
export function listWebhooks(db: Database, ownerId: number, id?: number) {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .select((select) =>
      select
        .selectFrom('webhook_deliveries')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('webhook_id', '=', 'webhooks.id')
        .where(isPending)
        .as('pending'),
    )
    .where('owner_id', '=', ownerId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('id', 'desc')
    .execute();
}

export function findWebhook(db: Database, id: number): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertWebhook(db: Database, webhook: Insertable<WebhooksTable>): Promise<number> {
  const { id } = await db.insertInto('webhooks').values(webhook).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function setWebhook(db: Database, id: number, change: Updateable<WebhooksTable>): Promise<void> {
  await db.updateTable('webhooks').set(change).where('id', '=', id).execute();
}

/** Moves the position in the audit log; returns false if another node did it meanwhile. */
export async function advancePosition(
  db: Database,
  id: number,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ last_position: to })
    .where('id', '=', id)
    .where('last_position', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Keeps other nodes from sending a delivery until the instant; returns false if one is sending it. */
export async function claimDelivery(
  db: Database,
  { id, next_attempt_at }: DeliveryRow,
  until: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: until })
    .where('id', '=', id)
    .where('next_attempt_at', '=', next_attempt_at)
    .where(isPending)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function removeWebhook(db: Database, id: number): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).execute();
  await db.deleteFrom('webhooks').where('id', '=', id).execute();
}

export async function insertDeliveries(
  db: Database,
  deliveries: readonly Insertable<WebhookDeliveriesTable>[],
): Promise<void> {
  if (deliveries.length > 0)
    await db
      .insertInto('webhook_deliveries')
      .values([...deliveries])
      .execute();
}

/** The deliveries that wait, except those about an object of which an earlier one waits too. */
const nextDeliveries = (db: Database, webhookId: number) =>
  db
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .where(isPending)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries as earlier')
            .select('earlier.id')
            .whereRef('earlier.webhook_id', '=', 'webhook_deliveries.webhook_id')
            .where(sql<SqlBool>`earlier.object_kind is not distinct from webhook_deliveries.object_kind`)
            .where(sql<SqlBool>`earlier.object_id is not distinct from webhook_deliveries.object_id`)
            .whereRef('earlier.id', '<', 'webhook_deliveries.id')
            .where('earlier.delivered_at', 'is', null)
            .where('earlier.abandoned_at', 'is', null),
        ),
      ),
    );

/** Finds the oldest delivery that can be sent now. */
export function findDueDelivery(
  db: Database,
  webhookId: number,
  now: number,
): Promise<DeliveryRow | undefined> {
  return nextDeliveries(db, webhookId)
    .selectAll()
    .where('next_attempt_at', '<=', now)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Returns when the next delivery can be sent; `null` when none waits. */
export async function findNextAttempt(db: Database, webhookId: number): Promise<number | null> {
  const { at } = await nextDeliveries(db, webhookId)
    .select((select) => select.fn.min('next_attempt_at').as('at'))
    .executeTakeFirstOrThrow();
  return at;
}

/**
 * Lists, for each number of attempts, the latest next attempt of deliveries that failed so often: of those that wait, and of those
 * given up after `maxAttempts`.
 */
export function listFailedAttempts(
  db: Database,
  webhookId: number,
  maxAttempts: number,
): Promise<{ attempts: number; next_at: number }[]> {
  return db
    .selectFrom('webhook_deliveries')
    .select(['attempts', (select) => select.fn.max('next_attempt_at').as('next_at')])
    .where('webhook_id', '=', webhookId)
    .where('attempts', '>', 0)
    .where('delivered_at', 'is', null)
    .where((where) => where.or([where('abandoned_at', 'is', null), where('attempts', '=', maxAttempts)]))
    .groupBy('attempts')
    .execute();
}

export async function setDelivery(
  db: Database,
  id: number,
  change: Updateable<WebhookDeliveriesTable>,
): Promise<void> {
  await db.updateTable('webhook_deliveries').set(change).where('id', '=', id).execute();
}

/** Removes deliveries from before an instant: as many of the oldest as are added at once at most, so that their number does not grow. */
export async function removeDeliveriesBefore(
  db: Database,
  webhookId: number,
  instant: number,
): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', (select) =>
      select
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('webhook_id', '=', webhookId)
        .orderBy('id')
        .limit(ROWS_PER_REMOVAL),
    )
    .where('created_at', '<', instant)
    .execute();
}

/** Lists deliveries newest first; returns one more than `limit`. */
export function listDeliveries(
  db: Database,
  webhookId: number,
  { limit, cursor, id }: { limit: number; cursor?: number | undefined; id?: number },
): Promise<DeliveryRow[]> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? 0))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

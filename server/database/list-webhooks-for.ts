import type { Database } from './open-database.ts';
import { prepareQuery } from './prepared/prepare-query.ts';

const selectEnabled = prepareQuery((db) =>
  db.selectFrom('webhooks').select(['id', 'events']).where('disabled_at', 'is', null),
);

/** Lists the ids of the enabled webhooks that send one of these audit actions; most installations have none. */
export async function listWebhooksFor(db: Database, actions: readonly string[]): Promise<number[]> {
  if (actions.length === 0) return [];
  const rows = await selectEnabled(db, {});
  const happened = new Set(actions);
  return rows
    .filter(({ events }) => readEvents(events).some((event) => happened.has(event)))
    .map(({ id }) => id);
}

const readEvents = (json: string): string[] => JSON.parse(json);

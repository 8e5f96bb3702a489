import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { PageTime } from '#shared/contracts/file-views.ts';

/** Updates the time of the last activity and locks the row until the transaction ends: batches run one by one. */
export function touchView(db: Database, id: number, now: number) {
  return db
    .updateTable('file_views')
    .set({ last_seen_at: now })
    .where('id', '=', id)
    .returning(['viewed_at', 'counted_batches'])
    .executeTakeFirstOrThrow();
}

export async function findViewTime(db: Database, viewId: number): Promise<number> {
  const { ms } = await db
    .selectFrom('page_times')
    .select(sql<number>`coalesce(sum(ms), 0)`.as('ms'))
    .where('view_id', '=', viewId)
    .executeTakeFirstOrThrow();
  return ms;
}

export async function setReceivedBatches(
  db: Database,
  id: number,
  batches: readonly number[],
): Promise<void> {
  await db
    .updateTable('file_views')
    .set({ counted_batches: JSON.stringify(batches) })
    .where('id', '=', id)
    .execute();
}

/** Adds view times; each page may occur once. */
export async function addPageTimes(db: Database, viewId: number, pages: readonly PageTime[]): Promise<void> {
  if (pages.length === 0) return;
  await db
    .insertInto('page_times')
    .values(pages.map((time) => ({ view_id: viewId, ...time })))
    .onConflict((conflict) =>
      conflict.columns(['view_id', 'page']).doUpdateSet({ ms: sql<number>`page_times.ms + excluded.ms` }),
    )
    .execute();
}

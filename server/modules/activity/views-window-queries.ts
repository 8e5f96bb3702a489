import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { BATCH_SIZE, countRead, type Step } from '#server/http/step-through.ts';

/** The views of all files, or of one, of these ids. */
export interface ViewsWindow {
  readonly first: number;
  /** The id after the last. */
  readonly end: number;
}

/** The end of the newest views. */
const NEWEST = Number.MAX_SAFE_INTEGER;

/** The condition that the id of a view is in a window; holds without one. */
export const isInWindow = (id: RawBuilder<unknown>, window: ViewsWindow | undefined): RawBuilder<boolean> =>
  window ? sql<boolean>`(${id} >= ${window.first} and ${id} < ${window.end})` : sql<boolean>`1 = 1`;

/**
 * A column by which the views of a window are chosen. The sign keeps its index from being used: views are read by their ids then,
 * and not those of each file that fits.
 */
export const inWindow = (
  column: RawBuilder<unknown>,
  window: ViewsWindow | undefined,
): RawBuilder<unknown> => (window ? sql`+${column}` : column);

/** Reads what counts of the newest views before an id: of all files, or of one. */
export async function readWindow<Row>(
  db: Database,
  { end = NEWEST, fileId }: { readonly end: number | undefined; readonly fileId?: number },
  read: (window: ViewsWindow) => Promise<readonly Row[]>,
): Promise<Step<Row, number>> {
  const newest = db
    .selectFrom('file_views')
    .select('id')
    .where('id', '<', end)
    .$if(fileId !== undefined, (query) => query.where('file_id', '=', fileId ?? 0))
    .orderBy('id', 'desc')
    .limit(BATCH_SIZE);
  const { first, last, count } = await db
    .selectFrom(newest.as('newest'))
    .select(({ fn }) => [
      fn.min('id').as('first'),
      fn.max('id').as('last'),
      fn.countAll<number>().as('count'),
    ])
    .executeTakeFirstOrThrow();
  if (count === 0) return { rows: [], next: undefined };
  // Views that were added since are left out: there would be more than a batch.
  const rows = await read({ first, end: last + 1 });
  return { rows, next: count < BATCH_SIZE ? undefined : first, read: countRead(rows) };
}

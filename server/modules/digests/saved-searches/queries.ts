import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reader } from '#server/authorization/readers/reader-of.ts';
import type { Database } from '#server/database/open-database.ts';
import type { SavedSearchesTable, SavedSearchMatchesTable } from '#server/database/tables/saved-searches.ts';

export type SavedSearchRow = Selectable<SavedSearchesTable>;
export type MatchRow = Selectable<SavedSearchMatchesTable>;

/** Rows of one statement: their values are bound one by one. */
const BATCH_SIZE = 100;
/** Unseen documents of one search that are read; older ones are seen. */
const MAX_UNSEEN = 500;

const searchesOf = (db: Database, { kind, id }: Reader) =>
  db
    .selectFrom('saved_searches')
    .selectAll()
    .where('reader_kind', '=', kind)
    .where('reader_id', '=', id)
    .orderBy('id', 'desc');

export const listSavedSearchRows = (db: Database, reader: Reader, limit: number): Promise<SavedSearchRow[]> =>
  searchesOf(db, reader).limit(limit).execute();

export const findSavedSearch = (
  db: Database,
  reader: Reader,
  id: number,
): Promise<SavedSearchRow | undefined> => searchesOf(db, reader).where('id', '=', id).executeTakeFirst();

export const insertSavedSearch = (
  db: Database,
  row: Insertable<SavedSearchesTable>,
): Promise<SavedSearchRow> =>
  db.insertInto('saved_searches').values(row).returningAll().executeTakeFirstOrThrow();

/** Turns alerts on or off; what came while they were off is not reported afterwards. */
export async function setAlerts(
  db: Database,
  id: number,
  change: Pick<SavedSearchRow, 'has_alerts' | 'checked_position' | 'checked_at'>,
): Promise<void> {
  await db.updateTable('saved_searches').set(change).where('id', '=', id).execute();
}

export async function removeSavedSearch(db: Database, id: number): Promise<void> {
  await db.deleteFrom('saved_searches').where('id', '=', id).execute();
}

/** Finds the newest position in the index's change feed: what is saved now is about what comes after. */
export async function findFeedEnd(db: Database): Promise<number> {
  const row = await db
    .selectFrom('index_changes')
    .select((select) => select.fn.max('position').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** Lists the unseen documents of each of the searches, the newest first. */
export async function listUnseen(db: Database, searchIds: readonly number[]): Promise<MatchRow[]> {
  if (searchIds.length === 0) return [];
  const ranked = db
    .selectFrom('saved_search_matches')
    .selectAll()
    .select(
      sql<number>`row_number() over (partition by search_id order by found_at desc, file_id desc)`.as(
        'place',
      ),
    )
    .where('search_id', 'in', searchIds)
    .where('seen_at', 'is', null);
  return db
    .selectFrom(ranked.as('ranked'))
    .select(['search_id', 'file_id', 'version', 'found_at', 'seen_at'])
    .where('place', '<=', MAX_UNSEEN)
    .orderBy('search_id')
    .orderBy('place')
    .execute();
}

export async function setSeen(db: Database, searchId: number, now: number): Promise<void> {
  await db
    .updateTable('saved_search_matches')
    .set({ seen_at: now })
    .where('search_id', '=', searchId)
    .where('seen_at', 'is', null)
    .execute();
}

/** Lists searches with alerts that were last checked before an instant and below a position, the longest ago first. */
export const listToCheck = (
  db: Database,
  { until, before, limit }: { until: number; before: number; limit: number },
): Promise<SavedSearchRow[]> =>
  db
    .selectFrom('saved_searches')
    .selectAll()
    .where('has_alerts', '=', 1)
    .where('checked_at', '<=', before)
    .where('checked_position', '<', until)
    .orderBy('checked_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Advances a search to a position; false if another process did so, or it was changed or deleted. */
export async function advanceCheck(
  db: Database,
  { id, checked_position }: SavedSearchRow,
  { until, now }: { until: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_searches')
    .set({ checked_position: until, checked_at: now })
    .where('id', '=', id)
    .where('checked_position', '=', checked_position)
    .where('has_alerts', '=', 1)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the documents that a search found; returns how many of them it had not found in this version. */
export async function addMatches(
  db: Database,
  searchId: number,
  found: readonly { fileId: number; version: number }[],
  now: number,
): Promise<number> {
  let added = 0;
  for (let from = 0; from < found.length; from += BATCH_SIZE) {
    const rows = found.slice(from, from + BATCH_SIZE).map(({ fileId, version }) => ({
      search_id: searchId,
      file_id: fileId,
      version,
      found_at: now,
    }));
    const stored = await db
      .insertInto('saved_search_matches')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['search_id', 'file_id'])
          .doUpdateSet((row) => ({
            version: row.ref('excluded.version'),
            found_at: row.ref('excluded.found_at'),
            seen_at: null,
          }))
          .whereRef('excluded.version', '>', 'saved_search_matches.version'),
      )
      .returning('file_id')
      .execute();
    added += stored.length;
  }
  return added;
}

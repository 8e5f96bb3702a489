import type { Insertable, Updateable } from 'kysely';
import type { PlaceholderRow } from '#server/authorization/placeholders/load-placeholder.ts';
import type { Database } from '#server/database/open-database.ts';
import type { PlaceholdersTable } from '#server/database/tables/rooms/room-order.ts';

export const insertPlaceholder = (
  db: Database,
  placeholder: Insertable<PlaceholdersTable>,
): Promise<PlaceholderRow> =>
  db.insertInto('placeholders').values(placeholder).returningAll().executeTakeFirstOrThrow();

/** Both engines limit the number of parameters of a statement. */
const BATCH_SIZE = 500;

/** Inserts placeholders; returns them in their order. */
export async function insertPlaceholders(
  db: Database,
  placeholders: readonly Insertable<PlaceholdersTable>[],
): Promise<PlaceholderRow[]> {
  const inserted: PlaceholderRow[] = [];
  for (let at = 0; at < placeholders.length; at += BATCH_SIZE)
    inserted.push(
      ...(await db
        .insertInto('placeholders')
        .values(placeholders.slice(at, at + BATCH_SIZE))
        .returningAll()
        .execute()),
    );
  return inserted.toSorted((one, other) => one.id - other.id);
}

export const setPlaceholder = (
  db: Database,
  id: number,
  changes: Updateable<PlaceholdersTable>,
): Promise<PlaceholderRow> =>
  db.updateTable('placeholders').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export async function countPlaceholders(db: Database, folderId: number): Promise<number> {
  const { count } = await db
    .selectFrom('placeholders')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('folder_id', '=', folderId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

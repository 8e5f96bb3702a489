import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';

const NONE: ReadonlySet<number> = new Set();

/**
 * Returns those of the folders that are in a closed or archived room, where lists offer no changes. Walks down from these rooms
 * alone. Only users may change anything.
 */
export async function findReadOnlyFolders(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  folderIds: Iterable<number | null>,
): Promise<ReadonlySet<number>> {
  const ids = [...new Set(folderIds)].filter((id) => id !== null);
  if (actor.kind !== 'user' || ids.length === 0) return NONE;
  const { rows } = await sql<{ id: number }>`with recursive closed(id) as (
      select folder_id from rooms where state <> 'open' and state = 'closed'
      union select f.id from folders f join closed on f.parent_id = closed.id
    ) select id from closed where id in (${sql.join(ids)})`.execute(db);
  return new Set(rows.map(({ id }) => Number(id)));
}

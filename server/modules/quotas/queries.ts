import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { Usage } from '#shared/contracts/settings.ts';

/** Counts what one user owns, or everybody together, trash included: its bytes are stored too. Reads an index alone. */
export async function countUsage(db: Database, ownerId: number | undefined): Promise<Usage> {
  const files = await db
    .selectFrom('files')
    .select((select) => select.fn.countAll<number>().as('count'))
    // PostgreSQL returns a sum of bigint as numeric, which the driver delivers as text.
    .select(sql<number>`cast(coalesce(sum(size), 0) as bigint)`.as('bytes'))
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId ?? 0))
    .executeTakeFirstOrThrow();
  const folders = await db
    .selectFrom('folders')
    .select((select) => select.fn.countAll<number>().as('count'))
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId ?? 0))
    .executeTakeFirstOrThrow();
  return { bytes: files.bytes, files: files.count, folders: folders.count };
}

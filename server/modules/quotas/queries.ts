import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { Usage } from '#shared/contracts/settings.ts';

/** Counts what one user owns, or everybody together, trash and earlier versions included: their bytes are stored
 * too. Reads an index alone, and another for the earlier versions, of which there are few. */
export async function countUsage(db: Database, ownerId: number | undefined): Promise<Usage> {
  const files = await db
    .selectFrom('files')
    .select((select) => select.fn.countAll<number>().as('count'))
    // PostgreSQL returns a sum of bigint as numeric, which the driver delivers as text.
    .select(sql<number>`cast(coalesce(sum(size), 0) as bigint)`.as('bytes'))
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId ?? 0))
    .executeTakeFirstOrThrow();
  const earlierVersions = await db
    .selectFrom('file_versions')
    .innerJoin('files', 'files.id', 'file_versions.file_id')
    .select(sql<number>`cast(coalesce(sum(file_versions.size), 0) as bigint)`.as('bytes'))
    .where('file_versions.replaced_at', 'is not', null)
    .$if(ownerId !== undefined, (query) => query.where('files.owner_id', '=', ownerId ?? 0))
    .executeTakeFirstOrThrow();
  const folders = await db
    .selectFrom('folders')
    .select((select) => select.fn.countAll<number>().as('count'))
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId ?? 0))
    .executeTakeFirstOrThrow();
  return { bytes: files.bytes + earlierVersions.bytes, files: files.count, folders: folders.count };
}

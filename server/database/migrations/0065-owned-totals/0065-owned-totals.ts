import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required, withDefault } from '../0001-initial/columns.ts';
import { createPostgresTotals, createSqliteTotals, totalsTriggers } from './totals-triggers.ts';

/**
 * Adds the sums of what users own, which quotas read at each upload. Triggers write them, so that nodes of an earlier version
 * keep them too. On PostgreSQL each change adds a row, which nobody waits for; the quotas add the rows up from time to time.
 */
export async function addOwnedTotals(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { createWithId, createIndex } = createSchemaBuilder(db, engine);
  await createWithId('owned_totals')
    .addColumn('owner_id', 'bigint', required)
    .addColumn('files', 'bigint', withDefault(0))
    .addColumn('folders', 'bigint', withDefault(0))
    .addColumn('bytes', 'bigint', withDefault(0))
    .execute();
  if (engine === 'sqlite') {
    await db.schema
      .createIndex('owned_totals_by_owner')
      .on('owned_totals')
      .column('owner_id')
      .unique()
      .execute();
    await createSqliteTotals(db, totalsTriggers('sqlite'));
  } else {
    await createIndex('owned_totals_by_owner', 'owned_totals', ['owner_id']);
    await createPostgresTotals(db, totalsTriggers('postgres'));
  }
  // After the triggers: creating them waits for those who write, so nothing is missed or counted twice.
  await sql`insert into owned_totals (owner_id, files, folders, bytes)
    select owner_id, sum(files), sum(folders), sum(bytes) from (
      select owner_id, count(*) as files, 0 as folders, sum(size) as bytes from files group by owner_id
      union all select owner_id, 0, count(*), 0 from folders group by owner_id
      union all select files.owner_id, 0, 0, sum(file_versions.size) from file_versions
        join files on files.id = file_versions.file_id where file_versions.replaced_at is not null group by files.owner_id
    ) as owned group by owner_id`.execute(db);
}

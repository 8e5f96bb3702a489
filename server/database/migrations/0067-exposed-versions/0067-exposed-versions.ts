import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required } from '../0001-initial/columns.ts';

/**
 * Adds the versions that an exposure check covers beside the current ones. A node of an earlier version reads the current ones
 * alone, and a later node does not sign off its checks while the group can open others.
 */
export async function addExposedVersions(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  await createSchemaBuilder(db, engine)
    .create('exposure_versions')
    .addColumn('check_id', 'bigint', (column) =>
      column.notNull().references('exposure_checks.id').onDelete('cascade'),
    )
    .addColumn('file_id', 'bigint', required)
    .addColumn('version', 'integer', required)
    .addColumn('is_draft', 'integer', required)
    .addColumn('is_new', 'integer', required)
    .addPrimaryKeyConstraint('exposure_versions_pk', ['check_id', 'file_id', 'version'])
    .execute();
}

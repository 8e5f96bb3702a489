import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, primaryKey, required } from '../0001-initial/columns.ts';

/**
 * Adds the name and the logo of the organization. The logo is a small image and lies in the row: nodes of an earlier version
 * would remove a stored object that only this table names.
 */
export async function addBrand(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { bytes, create } = createSchemaBuilder(db, engine);
  await create('brand')
    .addColumn('id', 'integer', primaryKey)
    .addColumn('name', 'text')
    .addColumn('logo', bytes)
    .addColumn('logo_token', 'text')
    .addColumn('updated_at', 'bigint', required)
    .execute();
}

import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required, withDefault } from '../0001-initial/columns.ts';

/**
 * Adds the rules of rooms about downloads, watermarks and domains. Existing rooms restrict nothing; a node of an earlier version
 * restricts no room, so set them once all nodes have this version.
 */
export async function addReadingRules(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { create } = createSchemaBuilder(db, engine);
  const alter = () => db.schema.alterTable('rooms');
  await alter().addColumn('allows_downloads', 'integer', withDefault(1)).execute();
  await alter().addColumn('watermarks_pages', 'integer', withDefault(0)).execute();
  // Read by every list of files; few rooms are in it.
  await sql`create index rooms_without_downloads on rooms (folder_id) where allows_downloads = 0`.execute(db);
  await create('room_domains')
    .addColumn('room_id', 'bigint', (column) =>
      column.notNull().references('rooms.folder_id').onDelete('cascade'),
    )
    .addColumn('domain', 'text', required)
    .addPrimaryKeyConstraint('room_domains_pk', ['room_id', 'domain'])
    .execute();
}

import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required } from '../0001-initial/columns.ts';

/** Adds the searches that readers save, and the new documents that they found. Nodes of an earlier version look for none. */
export async function addSavedSearches(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { create, createWithId, createIndex } = createSchemaBuilder(db, engine);
  await createWithId('saved_searches')
    .addColumn('reader_kind', 'text', required)
    .addColumn('reader_id', 'bigint', required)
    .addColumn('question', 'text', required)
    .addColumn('method', 'text', required)
    .addColumn('folder_id', 'bigint', (column) => column.references('folders.id').onDelete('cascade'))
    .addColumn('kind', 'text')
    .addColumn('owner', 'text')
    .addColumn('has_alerts', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('checked_position', 'bigint', required)
    .addColumn('checked_at', 'bigint', required)
    .execute();
  await createIndex('saved_searches_by_reader', 'saved_searches', ['reader_kind', 'reader_id']);
  await createIndex('saved_searches_by_check', 'saved_searches', ['has_alerts', 'checked_at']);
  await createIndex('saved_searches_by_folder', 'saved_searches', ['folder_id']);
  await create('saved_search_matches')
    .addColumn('search_id', 'bigint', (column) =>
      column.notNull().references('saved_searches.id').onDelete('cascade'),
    )
    .addColumn('file_id', 'bigint', (column) => column.notNull().references('files.id').onDelete('cascade'))
    .addColumn('version', 'integer', required)
    .addColumn('found_at', 'bigint', required)
    .addColumn('seen_at', 'bigint')
    .addPrimaryKeyConstraint('saved_search_matches_pk', ['search_id', 'file_id'])
    .execute();
  await createIndex('saved_search_matches_by_file', 'saved_search_matches', ['file_id']);
  await sql`insert into jobs (kind, payload, created_at, run_at) values ('saved-searches.check', '{}', 0, 0)`.execute(
    db,
  );
}

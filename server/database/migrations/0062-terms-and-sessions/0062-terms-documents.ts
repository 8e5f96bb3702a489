import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder } from '../0001-initial/columns.ts';

/**
 * Lets a version of terms be a document. An older node shows the text of the document in its place and asks for the acceptance
 * of that; its cleaning cannot remove the bytes, because the reference refuses it.
 */
export async function addTermsDocuments(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const alter = () => db.schema.alterTable('terms_versions');
  await alter()
    .addColumn('blob_key', 'text', (column) => column.references('blobs.key'))
    .execute();
  await alter().addColumn('document_name', 'text').execute();
  await alter().addColumn('document_sha256', 'text').execute();
  await alter().addColumn('document_pages', 'integer').execute();
  await createSchemaBuilder(db, engine).createIndex('terms_versions_by_blob', 'terms_versions', ['blob_key']);
}

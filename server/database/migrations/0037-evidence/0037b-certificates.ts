import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required } from '../0001-initial/columns.ts';

/** Adds disclosure certificates. Nodes of an earlier version create none; the references keep them from removing the blobs. */
export async function addCertificates(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { createWithId, createIndex } = createSchemaBuilder(db, engine);
  await createWithId('disclosure_certificates')
    .addColumn('room_id', 'bigint', (column) => column.references('rooms.folder_id').onDelete('cascade'))
    .addColumn('party_kind', 'text', required)
    .addColumn('party_id', 'bigint', required)
    .addColumn('party_name', 'text', required)
    .addColumn('as_of', 'bigint', required)
    .addColumn('creator_id', 'bigint', (column) => column.references('users.id'))
    .addColumn('state', 'text', required)
    .addColumn('error', 'text')
    .addColumn('documents', 'integer')
    .addColumn('statement_blob_key', 'text', (column) => column.references('blobs.key'))
    .addColumn('pdf_blob_key', 'text', (column) => column.references('blobs.key'))
    .addColumn('sha256', 'text')
    .addColumn('key_id', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('finished_at', 'bigint')
    .execute();
  await createIndex('disclosure_certificates_by_room', 'disclosure_certificates', ['room_id', 'id']);
  await createIndex('disclosure_certificates_by_party', 'disclosure_certificates', [
    'party_kind',
    'party_id',
    'id',
  ]);
  await createIndex('disclosure_certificates_by_creator', 'disclosure_certificates', ['creator_id']);
  await createIndex('disclosure_certificates_by_statement', 'disclosure_certificates', [
    'statement_blob_key',
  ]);
  await createIndex('disclosure_certificates_by_pdf', 'disclosure_certificates', ['pdf_blob_key']);
}

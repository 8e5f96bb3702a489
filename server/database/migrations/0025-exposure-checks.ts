import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { createSchemaBuilder, required, type SchemaBuilder, withDefault } from './0001-initial/columns.ts';

/**
 * Adds what is found in the content of files, and the checks of what a group would learn from it. Nodes of an earlier version
 * find nothing; a check inspects what they added.
 */
export async function addExposureChecks(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const schema = createSchemaBuilder(db, engine);
  await addContentFindings(schema);
  await addSettings(schema);
  await addChecks(schema);
}

async function addContentFindings({
  bytes,
  create,
  createWithId,
  createIndex,
}: SchemaBuilder): Promise<void> {
  await create('content_scans')
    .addColumn('file_id', 'bigint', (column) => column.notNull().references('files.id').onDelete('cascade'))
    .addColumn('version', 'integer', required)
    .addColumn('text_blob_key', 'text')
    .addColumn('rules', 'integer', required)
    .addColumn('is_complete', 'integer', required)
    .addColumn('scanned_at', 'bigint', required)
    .addPrimaryKeyConstraint('content_scans_pk', ['file_id', 'version'])
    .execute();
  await createWithId('content_findings')
    .addColumn('file_id', 'bigint', (column) => column.notNull().references('files.id').onDelete('cascade'))
    .addColumn('version', 'integer', required)
    .addColumn('kind', 'text', required)
    .addColumn('page', 'integer')
    .addColumn('span_start', 'integer')
    .addColumn('span_end', 'integer')
    .addColumn('value_hash', bytes, required)
    .addColumn('encrypted_value', bytes)
    .execute();
  await createIndex('content_findings_by_file', 'content_findings', ['file_id', 'version']);
}

async function addSettings({ create }: SchemaBuilder): Promise<void> {
  await create('known_names')
    .addColumn('room_id', 'bigint', (column) =>
      column.notNull().references('rooms.folder_id').onDelete('cascade'),
    )
    .addColumn('name_key', 'text', required)
    .addColumn('name', 'text', required)
    .addPrimaryKeyConstraint('known_names_pk', ['room_id', 'name_key'])
    .execute();
  await create('exposure_questions')
    .addColumn('room_id', 'bigint', (column) =>
      column.notNull().references('rooms.folder_id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', required)
    .addColumn('question', 'text', required)
    .addPrimaryKeyConstraint('exposure_questions_pk', ['room_id', 'position'])
    .execute();
}

async function addChecks({ bytes, create, createWithId, createIndex }: SchemaBuilder): Promise<void> {
  await createWithId('exposure_checks')
    .addColumn('room_id', 'bigint', (column) =>
      column.notNull().references('rooms.folder_id').onDelete('cascade'),
    )
    .addColumn('group_id', 'bigint', (column) =>
      column.notNull().references('room_groups.id').onDelete('cascade'),
    )
    .addColumn('requested_by_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('includes_drafts', 'integer', required)
    .addColumn('state', 'text', required)
    .addColumn('documents', 'integer', withDefault(0))
    .addColumn('checked_documents', 'integer', withDefault(0))
    .addColumn('publication_id', 'bigint')
    .addColumn('questions', 'text', withDefault('[]'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('finished_at', 'bigint')
    .addColumn('signed_off_by_id', 'bigint', (column) => column.references('users.id'))
    .addColumn('signed_off_at', 'bigint')
    .execute();
  await createIndex('exposure_checks_by_group', 'exposure_checks', ['group_id', 'id']);
  await createIndex('exposure_checks_by_room', 'exposure_checks', ['room_id']);
  await create('exposure_documents')
    .addColumn('check_id', 'bigint', (column) =>
      column.notNull().references('exposure_checks.id').onDelete('cascade'),
    )
    .addColumn('file_id', 'bigint', required)
    .addColumn('version', 'integer', required)
    .addColumn('is_new', 'integer', required)
    .addPrimaryKeyConstraint('exposure_documents_pk', ['check_id', 'file_id'])
    .execute();
  await createWithId('exposure_findings')
    .addColumn('check_id', 'bigint', (column) =>
      column.notNull().references('exposure_checks.id').onDelete('cascade'),
    )
    .addColumn('file_id', 'bigint', required)
    .addColumn('version', 'integer', required)
    .addColumn('kind', 'text', required)
    .addColumn('page', 'integer')
    .addColumn('span_start', 'integer')
    .addColumn('span_end', 'integer')
    .addColumn('value_hash', bytes, required)
    .addColumn('content_finding_id', 'bigint')
    .addColumn('question', 'text')
    .addColumn('is_new', 'integer', required)
    .addColumn('decision', 'text')
    .addColumn('reason', 'text')
    .addColumn('decided_by_id', 'bigint', (column) => column.references('users.id'))
    .addColumn('decided_at', 'bigint')
    .execute();
  await createIndex('exposure_findings_by_check', 'exposure_findings', ['check_id', 'kind', 'id']);
  await createIndex('exposure_findings_by_file', 'exposure_findings', ['check_id', 'file_id', 'id']);
}

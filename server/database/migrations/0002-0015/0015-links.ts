import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import {
  createSchemaBuilder,
  required,
  requiredReference,
  type SchemaBuilder,
  withDefault,
} from '../0001-initial/columns.ts';

/**
 * Adds links with an access page. An older node sees a link visitor as a visitor of an invitation without folders, who has
 * access to nothing.
 */
export async function addLinks(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const schema = createSchemaBuilder(db, engine);
  await createLinkTables(schema);
  await createAccessTables(schema);
  for (const table of ['invitations', 'file_views'])
    await db.schema
      .alterTable(table)
      .addColumn('link_id', 'bigint', (column) => column.references('links.id'))
      .execute();
  await schema.createIndex('invitations_by_link', 'invitations', ['link_id']);
  await schema.createIndex('file_views_by_link', 'file_views', ['link_id']);
}

async function createLinkTables({ bytes, create, createWithId, createIndex }: SchemaBuilder): Promise<void> {
  await createWithId('links')
    .addColumn('slug_hash', bytes, (column) => column.notNull().unique())
    .addColumn('encrypted_slug', bytes, required)
    .addColumn('owner_id', 'bigint', requiredReference('users.id'))
    .addColumn('name', 'text', required)
    .addColumn('settings', 'text', required)
    .addColumn('requirements_version', 'integer', withDefault(1))
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint')
    .addColumn('disabled_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .addColumn('visits', 'integer', withDefault(0))
    .addColumn('downloads', 'integer', withDefault(0))
    .addColumn('last_visit_at', 'bigint')
    .execute();
  await createIndex('links_by_owner', 'links', ['owner_id', 'id']);
  await create('link_targets')
    .addColumn('link_id', 'bigint', requiredReference('links.id'))
    .addColumn('entry_kind', 'text', required)
    .addColumn('entry_id', 'bigint', required)
    .addPrimaryKeyConstraint('link_targets_pk', ['link_id', 'entry_kind', 'entry_id'])
    .execute();
  await createIndex('link_targets_by_entry', 'link_targets', ['entry_kind', 'entry_id']);
}

async function createAccessTables({
  bytes,
  create,
  createWithId,
  createIndex,
}: SchemaBuilder): Promise<void> {
  await createWithId('link_visitors')
    .addColumn('link_id', 'bigint', requiredReference('links.id'))
    .addColumn('email', 'text', required)
    .addColumn('email_key', 'text', required)
    .addColumn('verified_by', 'text', required)
    .addColumn('invitation_id', 'bigint', (column) =>
      column.references('invitations.id').onDelete('set null'),
    )
    .addColumn('visits', 'integer', required)
    .addColumn('first_visit_at', 'bigint', required)
    .addColumn('last_visit_at', 'bigint', required)
    .execute();
  await createIndex('link_visitors_by_email', 'link_visitors', ['link_id', 'email_key']);
  await createIndex('link_visitors_by_invitation', 'link_visitors', ['invitation_id']);
  await create('link_attempts')
    .addColumn('token_hash', bytes, (column) => column.primaryKey())
    .addColumn('link_id', 'bigint', requiredReference('links.id'))
    .addColumn('requirements_version', 'integer', required)
    .addColumn('email', 'text', required)
    .addColumn('email_key', 'text', required)
    .addColumn('completed_steps', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
  await createIndex('link_attempts_by_expiry', 'link_attempts', ['expires_at']);
  await create('link_codes')
    .addColumn('attempt_token_hash', bytes, (column) => column.primaryKey())
    .addColumn('email_key', 'text', required)
    .addColumn('code_hash', bytes, required)
    .addColumn('attempts', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
  await createIndex('link_codes_by_expiry', 'link_codes', ['expires_at']);
}

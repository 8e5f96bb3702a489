import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { createSchemaBuilder, references, required, requiredReference } from './0001-initial/columns.ts';

/**
 * Adds terms that links ask visitors to accept. An older node admits without this step; nodes of this version refuse the
 * session that it creates until the terms are accepted.
 */
export async function addTerms(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { createWithId, createIndex } = createSchemaBuilder(db, engine);
  await createWithId('terms')
    .addColumn('owner_id', 'bigint', requiredReference('users.id'))
    .addColumn('name', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('deleted_at', 'bigint')
    .execute();
  await createIndex('terms_by_owner', 'terms', ['owner_id', 'id']);
  await createWithId('terms_versions')
    .addColumn('terms_id', 'bigint', requiredReference('terms.id'))
    .addColumn('number', 'integer', required)
    .addColumn('text', 'text', required)
    .addColumn('text_sha256', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint('terms_versions_by_number', ['terms_id', 'number'])
    .execute();
  await createWithId('terms_acceptances')
    .addColumn('terms_version_id', 'bigint', requiredReference('terms_versions.id'))
    .addColumn('link_id', 'bigint', requiredReference('links.id'))
    .addColumn('invitation_id', 'bigint', required)
    .addColumn('email', 'text', required)
    .addColumn('verified_by', 'text', required)
    .addColumn('typed_name', 'text')
    .addColumn('accepted_at', 'bigint', required)
    .addColumn('address', 'text', required)
    .addColumn('user_agent', 'text', required)
    .addColumn('statement', 'text', required)
    .addColumn('key_id', 'text', required)
    .addColumn('signature', 'text', required)
    .execute();
  await createIndex('terms_acceptances_by_version', 'terms_acceptances', ['terms_version_id', 'id']);
  await createIndex('terms_acceptances_by_invitation', 'terms_acceptances', ['invitation_id']);
  await createIndex('terms_acceptances_by_link', 'terms_acceptances', ['link_id']);
  const alter = (table: string) => db.schema.alterTable(table);
  await alter('links').addColumn('terms_id', 'bigint', references('terms.id')).execute();
  await createIndex('links_by_terms', 'links', ['terms_id']);
  await alter('sessions').addColumn('terms_version_id', 'bigint').execute();
  await alter('link_attempts').addColumn('terms_version_id', 'bigint').execute();
  await alter('link_attempts').addColumn('typed_name', 'text').execute();
}

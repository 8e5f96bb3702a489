import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { createSchemaBuilder, required, requiredReference } from './0001-initial/columns.ts';

/** Adds which accounts sign in through a company's identity provider. */
export async function addCompanyLinks(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { create, createIndex } = createSchemaBuilder(db, engine);
  await create('oidc_links')
    .addColumn('issuer', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('user_id', 'bigint', requiredReference('users.id'))
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('oidc_links_key', ['issuer', 'subject'] as never)
    .execute();
  await createIndex('oidc_links_by_user', 'oidc_links', ['user_id']);
}

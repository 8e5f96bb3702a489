import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';

/**
 * Adds one-time links to accounts, and to each account whether its address is verified and its password must be changed.
 * Existing accounts count as verified, except those that registered themselves without an invitation.
 */
export async function addAccountLinks(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  await db.schema.alterTable('users').addColumn('email_verified_at', 'bigint').execute();
  await db.schema
    .alterTable('users')
    .addColumn('must_change_password', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    update users set email_verified_at = created_at
    where not exists (
      select 1 from audit_log
      where action = 'session.register' and object_kind = 'user' and object_id = users.id)
    or exists (
      select 1 from audit_log
      where action = 'invitation.accept' and actor_kind = 'user' and actor_id = users.id)`.execute(db);
  await db.schema
    .createTable('account_links')
    .addColumn('token_hash', engine === 'postgres' ? sql`bytea` : sql`blob`, (column) => column.primaryKey())
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('account_state', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('account_links_by_expiry').on('account_links').column('expires_at').execute();
}

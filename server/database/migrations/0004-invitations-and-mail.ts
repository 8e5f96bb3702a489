import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** What invitations need to be renewed and accepted, and the mails that carry them. */
export async function createInvitationsAndMail(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const bytes = engine === 'postgres' ? sql`bytea` : sql`blob`;
  const columns = {
    email_key: ['text', ''],
    expiration_days: ['integer', 7],
  } as const;
  for (const [name, [type, value]] of Object.entries(columns)) {
    await db.schema
      .alterTable('invitations')
      .addColumn(name, type, (column) => column.notNull().defaultTo(value))
      .execute();
  }
  // Asked at each request of a user, since accepted invitations to all folders are a grant.
  await db.schema.createIndex('invitations_by_acceptor').on('invitations').column('accepted_by_id').execute();
  await db.schema.createIndex('sessions_by_invitation').on('sessions').column('invitation_id').execute();

  const outbox = db.schema.createTable('outbox');
  await (engine === 'postgres'
    ? outbox.addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    : outbox.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
  )
    .addColumn('to_address', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('sealed_body', bytes, required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('is_due', 'integer', required)
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('sent_at', 'bigint')
    .addColumn('failed_at', 'bigint')
    .addColumn('last_error', 'text')
    .execute();
  await db.schema.createIndex('outbox_by_age').on('outbox').column('created_at').execute();

  // No reference to the folder: a purge need not know of it, and ids are never given twice.
  await db.schema
    .createTable('folder_digests')
    .addColumn('folder_id', 'bigint', (column) => column.primaryKey())
    .addColumn('told_file_id', 'bigint', required)
    .execute();
}

import { sql } from 'kysely';
import { primaryKey, references, required, type SchemaBuilder } from './columns.ts';

export async function createAccountTables({ db, create, createWithId }: SchemaBuilder): Promise<void> {
  await createWithId('users')
    .addColumn('username', 'text', required)
    .addColumn('username_key', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('email_key', 'text', required)
    .addColumn('password_hash', 'text', required)
    .addColumn('is_admin', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('deleted_at', 'bigint')
    .execute();
  for (const key of ['username_key', 'email_key']) {
    await db.schema
      .createIndex(`users_active_${key}`)
      .unique()
      .on('users')
      .column(key)
      .where(sql.ref('deleted_at'), 'is', null)
      .execute();
  }
  const userId = () => references('users.id');
  await create('user_preferences')
    .addColumn('user_id', 'bigint', (column) => userId()(primaryKey(column)))
    .addColumn('preferences', 'text', required)
    .execute();
  await create('notification_preferences')
    .addColumn('user_id', 'bigint', (column) => userId()(primaryKey(column)))
    .addColumn('email_notifications', 'integer', required)
    .addColumn('file_shared', 'integer', required)
    .addColumn('folder_access', 'integer', required)
    .execute();
  await create('attempt_counts')
    .addColumn('key', 'text', primaryKey)
    .addColumn('attempts', 'integer', required)
    .addColumn('window_ends_at', 'bigint', required)
    .execute();
}

export async function createSessionTables({ bytes, create, createIndex }: SchemaBuilder): Promise<void> {
  await create('sessions')
    .addColumn('token_hash', bytes, primaryKey)
    .addColumn('user_id', 'bigint', references('users.id'))
    .addColumn('invitation_id', 'bigint', references('invitations.id'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('last_seen_at', 'bigint', required)
    .addColumn('address', 'text', required)
    .addColumn('user_agent', 'text', required)
    .execute();
  await createIndex('sessions_by_user', 'sessions', ['user_id']);
  await createIndex('sessions_by_invitation', 'sessions', ['invitation_id']);
}

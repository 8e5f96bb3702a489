import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
const required: Column = (column) => column.notNull();

/** The whole entity list of the product, in types that both engines have. */
export async function createInitialTables(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const bytes = engine === 'postgres' ? sql`bytea` : sql`blob`;
  /** SQLite's `integer primary key autoincrement` and PostgreSQL's identity: neither ever gives an id twice. */
  const withId = <T extends string>(table: CreateTableBuilder<T>, name = 'id') =>
    engine === 'postgres'
      ? table.addColumn(name, 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
      : table.addColumn(name, 'integer', (column) => column.primaryKey().autoIncrement());
  const references =
    (target: string): Column =>
    (column) =>
      column.references(target);
  const create = (name: string) => db.schema.createTable(name);

  await withId(create('users'))
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
      .createIndex(`users_living_${key}`)
      .unique()
      .on('users')
      .column(key)
      .where(sql.ref('deleted_at'), 'is', null)
      .execute();
  }

  await create('user_preferences')
    .addColumn('user_id', 'bigint', (column) => column.primaryKey().references('users.id'))
    .addColumn('preferences', 'text', required)
    .execute();
  await create('notification_preferences')
    .addColumn('user_id', 'bigint', (column) => column.primaryKey().references('users.id'))
    .addColumn('email_notifications', 'integer', required)
    .addColumn('file_shared', 'integer', required)
    .addColumn('folder_access', 'integer', required)
    .execute();
  await create('system_settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', required)
    .execute();

  await create('installation')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', required)
    .execute();

  await withId(create('folders'))
    .addColumn('name', 'text', required)
    .addColumn('parent_id', 'bigint', references('folders.id'))
    .addColumn('owner_id', 'bigint', (column) => required(references('users.id')(column)))
    .addColumn('created_at', 'bigint', required)
    .addColumn('deleted_at', 'bigint')
    .execute();
  await db.schema.createIndex('folders_by_parent').on('folders').columns(['parent_id', 'id']).execute();
  await db.schema.createIndex('folders_by_owner').on('folders').columns(['owner_id', 'id']).execute();

  await create('collaborators')
    .addColumn('folder_id', 'bigint', (column) => required(references('folders.id')(column)))
    .addColumn('user_id', 'bigint', (column) => required(references('users.id')(column)))
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('collaborators_key', ['folder_id', 'user_id'])
    .execute();
  await db.schema.createIndex('collaborators_by_user').on('collaborators').column('user_id').execute();

  await create('blobs')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('size', 'bigint', required)
    .addColumn('sha256', 'text', required)
    .addColumn('wrapped_key', bytes, required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await withId(create('files'))
    .addColumn('name', 'text', required)
    .addColumn('file_type', 'text', required)
    .addColumn('size', 'bigint', required)
    .addColumn('allow_download', 'integer', required)
    .addColumn('folder_id', 'bigint', references('folders.id'))
    .addColumn('owner_id', 'bigint', (column) => required(references('users.id')(column)))
    .addColumn('blob_key', 'text', (column) => required(references('blobs.key')(column)))
    .addColumn('created_at', 'bigint', required)
    .addColumn('deleted_at', 'bigint')
    .addColumn('index_status', 'text', (column) => column.notNull().defaultTo('pending'))
    .addColumn('index_reason', 'text')
    .addColumn('text_blob_key', 'text', references('blobs.key'))
    .addColumn('title', 'text')
    .addColumn('excerpt', 'text')
    .execute();
  await db.schema.createIndex('files_by_folder').on('files').columns(['folder_id', 'id']).execute();
  await db.schema.createIndex('files_by_owner').on('files').columns(['owner_id', 'id']).execute();

  await withId(create('invitations'))
    .addColumn('email', 'text', required)
    .addColumn('role', 'text', required)
    .addColumn('all_folders', 'integer', required)
    .addColumn('allow_download', 'integer', required)
    .addColumn('token_hash', bytes, (column) => column.notNull().unique())
    .addColumn('sealed_token', bytes, required)
    .addColumn('inviter_id', 'bigint', (column) => required(references('users.id')(column)))
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('accepted_at', 'bigint')
    .addColumn('accepted_by_id', 'bigint', references('users.id'))
    .addColumn('revoked_at', 'bigint')
    .execute();
  await db.schema.createIndex('invitations_by_inviter').on('invitations').column('inviter_id').execute();
  await create('invitation_folders')
    .addColumn('invitation_id', 'bigint', (column) => required(references('invitations.id')(column)))
    .addColumn('folder_id', 'bigint', (column) => required(references('folders.id')(column)))
    .addPrimaryKeyConstraint('invitation_folders_key', ['invitation_id', 'folder_id'])
    .execute();

  await create('sessions')
    .addColumn('token_hash', bytes, (column) => column.primaryKey())
    .addColumn('user_id', 'bigint', references('users.id'))
    .addColumn('invitation_id', 'bigint', references('invitations.id'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('last_seen_at', 'bigint', required)
    .addColumn('address', 'text', required)
    .addColumn('user_agent', 'text', required)
    .execute();
  await db.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute();
  await create('failure_counts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('failures', 'integer', required)
    .addColumn('window_ends_at', 'bigint', required)
    .execute();

  await withId(create('file_views'))
    .addColumn('file_id', 'bigint', (column) => required(references('files.id')(column)))
    .addColumn('viewer_id', 'bigint', references('users.id'))
    .addColumn('viewer_email', 'text')
    .addColumn('viewed_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('file_views_by_file').on('file_views').columns(['file_id', 'id']).execute();
  await db.schema.createIndex('file_views_by_viewer').on('file_views').columns(['viewer_id', 'id']).execute();

  await withId(create('jobs'))
    .addColumn('kind', 'text', required)
    .addColumn('payload', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('run_at', 'bigint', required)
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('lease_token', 'text')
    .addColumn('leased_until', 'bigint')
    .addColumn('last_error', 'text')
    .addColumn('quarantined_at', 'bigint')
    .execute();
  await db.schema.createIndex('jobs_by_due').on('jobs').columns(['quarantined_at', 'run_at', 'id']).execute();
  await withId(create('index_feed'), 'position')
    .addColumn('file_id', 'bigint', (column) => required(references('files.id')(column)))
    .execute();

  await create('locks')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('taken_at', 'bigint', required)
    .execute();
  await sql`insert into locks (name, taken_at) values ('folder-tree', 0), ('index-feed', 0), ('users', 0)`.execute(
    db,
  );
}

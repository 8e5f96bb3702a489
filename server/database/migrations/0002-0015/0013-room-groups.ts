import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';

/**
 * Adds rooms with groups of readers. The rows end with the folders and invitations that they name, which nodes of earlier
 * versions remove without knowing these tables.
 */
export async function createRoomGroups(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  await db.schema
    .createTable('rooms')
    .addColumn('folder_id', 'bigint', (column) =>
      column.primaryKey().references('folders.id').onDelete('cascade'),
    )
    .addColumn('created_by_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await withId(db, engine, 'room_groups')
    .addColumn('room_id', 'bigint', (column) =>
      column.notNull().references('rooms.folder_id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await withId(db, engine, 'group_members')
    .addColumn('group_id', 'bigint', (column) =>
      column.notNull().references('room_groups.id').onDelete('cascade'),
    )
    .addColumn('room_id', 'bigint', (column) =>
      column.notNull().references('rooms.folder_id').onDelete('cascade'),
    )
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull())
    .addColumn('user_id', 'bigint', (column) => column.references('users.id'))
    .addColumn('invitation_id', 'bigint', (column) => column.references('invitations.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('removed_at', 'bigint')
    .execute();
  await db.schema
    .createTable('group_grants')
    .addColumn('group_id', 'bigint', (column) =>
      column.notNull().references('room_groups.id').onDelete('cascade'),
    )
    .addColumn('folder_id', 'bigint', (column) =>
      column.notNull().references('folders.id').onDelete('cascade'),
    )
    .addColumn('level', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('granted_by_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('granted_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('group_grants_pk', ['group_id', 'folder_id'])
    .execute();
  await createIndexes(db);
}

const withId = (db: Kysely<unknown>, engine: DatabaseEngine, table: string): CreateTableBuilder<string> =>
  engine === 'postgres'
    ? db.schema
        .createTable(table)
        .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    : db.schema
        .createTable(table)
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement());

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  const isActive = {
    group_members: sql<boolean>`removed_at is null`,
    room_groups: sql<boolean>`deleted_at is null`,
  };
  // A person belongs to one group of a room, by address and by account.
  const unique = [
    ['room_groups_by_name', 'room_groups', ['room_id', 'name_key']],
    ['group_members_by_address', 'group_members', ['room_id', 'email_key']],
    ['group_members_by_account_of_room', 'group_members', ['room_id', 'user_id']],
  ] as const;
  for (const [name, table, columns] of unique)
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .unique()
      .where(isActive[table])
      .execute();
  const indexes = [
    // Read at every request.
    ['group_members_by_user', 'group_members', 'user_id'],
    ['group_members_by_invitation', 'group_members', 'invitation_id'],
    ['group_members_by_group', 'group_members', 'group_id'],
    ['group_grants_by_folder', 'group_grants', 'folder_id'],
  ] as const;
  for (const [name, table, column] of indexes)
    await db.schema.createIndex(name).on(table).column(column).execute();
}

import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required, withDefault } from '../0001-initial/columns.ts';
import type { AnnouncedTable } from '../0038-live-updates/announced-tables.ts';
import { announceTables } from '../0038-live-updates/live-updates.ts';

/** The announcements of `group_folder_rights`, which members notice at once. */
export const GROUP_RIGHT_ANNOUNCEMENTS: AnnouncedTable = {
  name: 'group_folder_rights',
  columns: ['may_add', 'may_manage'],
  insert: [`'rights group ' || new.group_id`],
  update: [`'rights group ' || new.group_id`],
  delete: [`'rights group ' || old.group_id`],
};

/**
 * Adds what groups may change below a folder, and the files that they send to staff. In tables of their own, because the history
 * of rights keeps certain columns of `group_grants`. A node of an earlier version refuses members every change, and shows what
 * was sent to the staff as drafts.
 */
export async function addGroupRights(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { create, createIndex } = createSchemaBuilder(db, engine);
  await create('group_folder_rights')
    .addColumn('group_id', 'bigint', (column) =>
      column.notNull().references('room_groups.id').onDelete('cascade'),
    )
    .addColumn('folder_id', 'bigint', (column) =>
      column.notNull().references('folders.id').onDelete('cascade'),
    )
    .addColumn('may_add', 'integer', withDefault(0))
    .addColumn('may_manage', 'integer', withDefault(0))
    .addPrimaryKeyConstraint('group_folder_rights_pk', ['group_id', 'folder_id'])
    .execute();
  await createIndex('group_folder_rights_by_folder', 'group_folder_rights', ['folder_id']);
  await create('inbox_files')
    .addColumn('file_id', 'bigint', (column) =>
      column.primaryKey().references('files.id').onDelete('cascade'),
    )
    .addColumn('group_id', 'bigint', (column) =>
      column.notNull().references('room_groups.id').onDelete('cascade'),
    )
    .addColumn('member_id', 'bigint', (column) =>
      column.notNull().references('group_members.id').onDelete('cascade'),
    )
    .addColumn('received_at', 'bigint', required)
    .execute();
  await createIndex('inbox_files_by_group', 'inbox_files', ['group_id', 'file_id']);
  await announceTables(db, engine, [GROUP_RIGHT_ANNOUNCEMENTS]);
}

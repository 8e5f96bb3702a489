import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, withDefault } from '../0001-initial/columns.ts';
import type { AnnouncedTable } from '../0038-live-updates/announced-tables.ts';
import { announceTables } from '../0038-live-updates/live-updates.ts';

/** The announcements of `group_rules`, which members notice at once. */
export const GROUP_RULE_ANNOUNCEMENTS: AnnouncedTable = {
  name: 'group_rules',
  columns: ['address_ranges', 'watermarks_pages', 'members_see_each_other'],
  insert: [`'rights group ' || new.group_id`],
  update: [`'rights group ' || new.group_id`],
};

/**
 * Adds the rules of groups, in a table of its own because the history of rights keeps certain columns of `room_groups`. A node of
 * an earlier version applies none of them, so set them once all nodes have this version.
 */
export async function addGroupRules(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { create } = createSchemaBuilder(db, engine);
  await create('group_rules')
    .addColumn('group_id', 'bigint', (column) =>
      column.primaryKey().references('room_groups.id').onDelete('cascade'),
    )
    .addColumn('domains', 'text')
    .addColumn('address_ranges', 'text')
    .addColumn('watermarks_pages', 'integer', withDefault(0))
    .addColumn('members_see_each_other', 'integer', withDefault(0))
    .execute();
  await announceTables(db, engine, [GROUP_RULE_ANNOUNCEMENTS]);
}

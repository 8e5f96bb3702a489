import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder } from '../0001-initial/columns.ts';
import type { AnnouncedTable } from '../0038-live-updates/announced-tables.ts';
import { whenChanged } from '../0038-live-updates/live-updates.ts';
import { READING_RULE_ANNOUNCEMENTS } from '../0053-record/0053-versions-for-groups.ts';

/** The announcements of `group_rules` with the column of this migration. */
export const WATERMARK_RULE_ANNOUNCEMENTS: AnnouncedTable = {
  ...READING_RULE_ANNOUNCEMENTS,
  columns: [...READING_RULE_ANNOUNCEMENTS.columns, 'watermark_id'],
};

/**
 * Adds the watermarks of rooms and groups. A node of an earlier version draws the usual watermark, and none where only the
 * watermark of a group asks for it: choose them once all nodes have this version.
 */
export async function addRoomWatermarks(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { createIndex } = createSchemaBuilder(db, engine);
  for (const table of ['group_rules', 'rooms'])
    await db.schema
      .alterTable(table)
      .addColumn('watermark_id', 'bigint', (column) => column.references('watermarks.id'))
      .execute();
  await createIndex('group_rules_by_watermark', 'group_rules', ['watermark_id']);
  await createIndex('rooms_by_watermark', 'rooms', ['watermark_id']);
  if (engine === 'sqlite') return;
  const { columns } = WATERMARK_RULE_ANNOUNCEMENTS;
  await sql`drop trigger announce_group_rules_update on group_rules`.execute(db);
  await sql
    .raw(
      `create trigger announce_group_rules_update after update of ${columns.join(', ')} on group_rules
        for each row when ${whenChanged(WATERMARK_RULE_ANNOUNCEMENTS)} execute function announce_group_rules()`,
    )
    .execute(db);
}

import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { withDefault } from '../0001-initial/columns.ts';
import type { AnnouncedTable } from '../0038-live-updates/announced-tables.ts';
import { whenChanged } from '../0038-live-updates/live-updates.ts';
import { GROUP_RULE_ANNOUNCEMENTS } from '../0048-group-rules/0048-group-rules.ts';

/** The announcements of `group_rules` with the column of this migration. */
export const READING_RULE_ANNOUNCEMENTS: AnnouncedTable = {
  ...GROUP_RULE_ANNOUNCEMENTS,
  columns: [...GROUP_RULE_ANNOUNCEMENTS.columns, 'sees_versions'],
};

/** Adds the rule that a group sees earlier versions. A node of an earlier version shows groups the current version alone. */
export async function addVersionsForGroups(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  await db.schema.alterTable('group_rules').addColumn('sees_versions', 'integer', withDefault(0)).execute();
  if (engine === 'sqlite') return;
  const { columns } = READING_RULE_ANNOUNCEMENTS;
  await sql`drop trigger announce_group_rules_update on group_rules`.execute(db);
  await sql
    .raw(
      `create trigger announce_group_rules_update after update of ${columns.join(', ')} on group_rules
        for each row when ${whenChanged(READING_RULE_ANNOUNCEMENTS)} execute function announce_group_rules()`,
    )
    .execute(db);
}

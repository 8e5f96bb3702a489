import { type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { DigestsDueTable } from '#server/database/tables/digests.ts';
import type { SettingRow } from './settings-queries.ts';

export type DueRow = SettingRow & Selectable<DigestsDueTable>;

/** Lists settings whose next mail is due, the longest due first. */
export const listDue = (db: Database, now: number, limit: number): Promise<DueRow[]> =>
  db
    .selectFrom('digests_due')
    .innerJoin('digest_settings', 'digest_settings.id', 'digests_due.setting_id')
    .selectAll('digest_settings')
    .selectAll('digests_due')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('setting_id')
    .limit(limit)
    .execute();

/** Makes the digests due of those who want mails about a root folder soon; a mail that is being written begins again. */
export async function makeDue(db: Database, rootId: number, now: number): Promise<void> {
  await sql`update digests_due set due_at = ${now} where setting_id in (
    select id from digest_settings where root_folder_id = ${rootId} and frequency = 'immediately')`.execute(
    db,
  );
}

/** Advances a setting to its next mail; false if another process did so, or the setting changed. */
export async function advance(
  db: Database,
  { setting_id, due_at, from_position }: DueRow,
  next: { dueAt: number | null; position: number; at: number; isSent: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('digests_due')
    .set({
      due_at: next.dueAt,
      from_position: next.position,
      from_at: next.at,
      ...(next.isSent && { sent_at: next.at }),
    })
    .where('setting_id', '=', setting_id)
    .where('due_at', '=', due_at)
    .where('from_position', '=', from_position)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

import type { Database } from './open-database.ts';

/** Lists those of the root folders of which a reader wants mails as soon as something changes. */
export async function listImmediateDigests(db: Database, rootIds: readonly number[]): Promise<number[]> {
  if (rootIds.length === 0) return [];
  const rows = await db
    .selectFrom('digest_settings')
    .select('root_folder_id')
    .distinct()
    .where('root_folder_id', 'in', rootIds)
    .where('frequency', '=', 'immediately')
    .execute();
  return rows.map(({ root_folder_id }) => root_folder_id);
}

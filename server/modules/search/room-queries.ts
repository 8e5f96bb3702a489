import type { Database } from '#server/database/open-database.ts';

/** Lists the rooms that these groups are of, each once. */
export async function listRoomsOfGroups(db: Database, groupIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('room_groups')
    .select('room_id')
    .distinct()
    .where('id', 'in', groupIds)
    .execute();
  return rows.map(({ room_id }) => room_id);
}

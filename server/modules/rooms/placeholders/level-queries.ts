import type { Insertable, Selectable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { PlaceholderLevelsTable } from '#server/database/tables/rooms/room-order.ts';

export const listLevels = (
  db: Database,
  placeholderId: number,
): Promise<Pick<Selectable<PlaceholderLevelsTable>, 'group_id' | 'level'>[]> =>
  db
    .selectFrom('placeholder_levels')
    .select(['group_id', 'level'])
    .where('placeholder_id', '=', placeholderId)
    .execute();

export async function removeLevels(
  db: Database,
  placeholderId: number,
  groupIds: readonly number[],
): Promise<void> {
  if (groupIds.length === 0) return;
  await db
    .deleteFrom('placeholder_levels')
    .where('placeholder_id', '=', placeholderId)
    .where('group_id', 'in', groupIds)
    .execute();
}

export async function saveLevels(
  db: Database,
  levels: readonly Insertable<PlaceholderLevelsTable>[],
): Promise<void> {
  if (levels.length > 0) await db.insertInto('placeholder_levels').values(levels).execute();
}

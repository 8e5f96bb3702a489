import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { PlaceholderLevelsTable } from '#server/database/tables/rooms/room-order.ts';

type Level = PlaceholderLevelsTable['level'];

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

/** Removes the levels of a group on these placeholders. */
export async function removeLevelsOf(
  db: Database,
  groupId: number,
  placeholderIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('placeholder_levels')
    .where('group_id', '=', groupId)
    .where('placeholder_id', 'in', placeholderIds)
    .execute();
}

interface DifferentLevels {
  readonly id: number;
  readonly folderId: number;
  /** It was removed or replaced. */
  readonly isGone: boolean;
  /** The levels of the two groups; `null` is that of the folder. */
  readonly fromLevel: Level | null;
  readonly toLevel: Level | null;
}

/** Lists the placeholders on which two groups have different levels, at most `limit`. */
export async function listDifferentLevels(
  db: Database,
  { from, to }: { from: number; to: number },
  limit: number,
): Promise<DifferentLevels[]> {
  const levelOf = (groupId: number) =>
    sql<Level | null>`max(case when placeholder_levels.group_id = ${groupId} then placeholder_levels.level end)`;
  const rows = await db
    .selectFrom('placeholder_levels')
    .innerJoin('placeholders', 'placeholders.id', 'placeholder_levels.placeholder_id')
    .select(['placeholders.id', 'placeholders.folder_id as folderId', 'placeholders.deleted_at'])
    .select([levelOf(from).as('fromLevel'), levelOf(to).as('toLevel')])
    .where('placeholder_levels.group_id', 'in', [from, to])
    .groupBy(['placeholders.id', 'placeholders.folder_id', 'placeholders.deleted_at'])
    .having(sql<boolean>`coalesce(${levelOf(from)}, '') <> coalesce(${levelOf(to)}, '')`)
    .orderBy('placeholders.id')
    .limit(limit)
    .execute();
  return rows.map(({ deleted_at, ...row }) => ({ ...row, isGone: deleted_at !== null }));
}

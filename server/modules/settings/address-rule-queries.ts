import type { Database } from '#server/database/open-database.ts';
import type { AddressScope } from '#server/database/tables/address-rules.ts';

/** Lists all rules with the names of their rooms, which may be in the trash; an installation has few. */
export function listAddressRules(db: Database) {
  return db
    .selectFrom('address_rules')
    .leftJoin('folders', 'folders.id', 'address_rules.scope_id')
    .select(['scope', 'scope_id', 'ranges', 'folders.name'])
    .orderBy('folders.name')
    .orderBy('scope_id')
    .execute();
}

/** Counts those of the ids that are rooms. */
export async function countRooms(db: Database, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { count } = await db
    .selectFrom('rooms')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('folder_id', 'in', ids)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Rules without ranges restrict nothing, and are left out. */
export async function replaceAddressRules(
  db: Database,
  now: number,
  rules: readonly { scope: AddressScope; scope_id: number | null; ranges: readonly string[] }[],
): Promise<void> {
  await db.deleteFrom('address_rules').execute();
  const rows = rules.flatMap(({ ranges, ...rule }) =>
    ranges.length === 0 ? [] : [{ ...rule, ranges: JSON.stringify(ranges), created_at: now }],
  );
  if (rows.length > 0) await db.insertInto('address_rules').values(rows).execute();
}

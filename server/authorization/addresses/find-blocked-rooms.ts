import type { Context } from '#server/app/context.ts';
import { isInRanges } from './address-ranges.ts';

/** The rooms that nobody may read from the address of the request, for requests without a session. */
export async function findBlockedRoomIds({
  db,
  address,
}: Pick<Context, 'db' | 'address'>): Promise<number[]> {
  if (address === '') return [];
  const rules = await db
    .selectFrom('address_rules')
    .select(['scope_id', 'ranges'])
    .where('scope', '=', 'room')
    .execute();
  return rules.flatMap(({ scope_id, ranges }) =>
    scope_id === null || isInRanges(address, JSON.parse(ranges)) ? [] : [scope_id],
  );
}

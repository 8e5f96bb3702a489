import { sql } from 'kysely';
import { isEntryOfExcludedRoom } from '#server/authorization/grants/excluded-entries.ts';
import type { Database } from '#server/database/open-database.ts';
import type { Actor } from '#shared/policies/actor.ts';
import type { EntryRow } from './queries.ts';

/** How the log knows a person: by accounts, by keys of names, and by the address in rows of earlier versions. */
export interface PersonEntries {
  readonly userIds: readonly number[];
  readonly keyIds: readonly number[];
  readonly address: string | undefined;
}

export async function listEntriesOfPerson(
  db: Database,
  { userIds, keyIds, address }: PersonEntries,
  { limit, before, actor }: { limit: number; before: number | undefined; actor: Actor },
): Promise<EntryRow[]> {
  // A username may look like the address of somebody else: only visitors are named by addresses.
  const isByAddress = address
    ? sql`actor_kind = 'visitor' and actor_name = ${address} and actor_key_id is null`
    : sql`1 = 0`;
  return db
    .selectFrom('audit_log')
    .selectAll()
    .select(sql<0 | 1>`case when ${isEntryOfExcludedRoom(actor)} then 1 else 0 end`.as('isExcluded'))
    .where(
      sql<boolean>`((actor_kind = 'user' and actor_id in (${sql.join([0, ...userIds])}))
        or actor_key_id in (${sql.join([0, ...keyIds])}) or (${isByAddress}))`,
    )
    .$if(before !== undefined, (query) => query.where('position', '<', before ?? 0))
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
}

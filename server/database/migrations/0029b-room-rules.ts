import type { Kysely } from 'kysely';
import { withDefault } from './0001-initial/columns.ts';

/** Adds the rules of rooms about their readers. Existing rooms allow all; a node of an earlier version does so in every room. */
export async function addRoomRules(db: Kysely<unknown>): Promise<void> {
  for (const column of ['allows_visitors', 'allows_collaborators'])
    await db.schema.alterTable('rooms').addColumn(column, 'integer', withDefault(1)).execute();
}

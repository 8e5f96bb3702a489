import type { Kysely } from 'kysely';
import { withDefault } from '../0001-initial/columns.ts';

/** Adds whether groups see their own analytics. A node of an earlier version shows them none. */
export async function addOwnAnalytics(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('room_analytics')
    .addColumn('shows_groups_own', 'integer', withDefault(0))
    .execute();
}

import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { RemovalShare } from './maintenance-task.ts';

const BATCH_SIZE = 500;

/** Matches accepted invitations to all folders, which still grant access, later folders included. */
const isActiveGrant = sql`(accepted_at is not null and role = 'collaborator' and all_folders = 1 and revoked_at is null)`;

/**
 * Matches invitations of present and former members of a group, whose rows end with them: without these, links would bring back
 * whom the staff removed.
 */
const isOfMember = sql`exists (select 1 from group_members where group_members.invitation_id = invitations.id)`;

/**
 * Matches invitations that a collaborator accepted, whose access is stored with the folders, and those that expired
 * before `expiredBefore`, revoked ones included. A visitor's access is the invitation itself until it expires.
 */
const isRemovable = (expiredBefore: number) => sql<boolean>`(not ${isActiveGrant} and not ${isOfMember} and (
  (accepted_at is not null and role = 'collaborator') or expires_at < ${expiredBefore}))`;

export async function countInvitations(db: Database, expiredBefore: number): Promise<RemovalShare> {
  const { rows } = await sql<RemovalShare>`select count(*) as "all",
    count(case when ${isRemovable(expiredBefore)} then 1 end) as due from invitations`.execute(db);
  return rows[0] ?? { all: 0, due: 0 };
}

/** Removes a batch with the rows that refer to it; returns how many. */
export function removeInvitations(db: Database, expiredBefore: number): Promise<number> {
  return db.transaction().execute(async (db) => {
    const some = await db
      .selectFrom('invitations')
      .select('id')
      .where(isRemovable(expiredBefore))
      .limit(BATCH_SIZE)
      .execute();
    const ids = some.map((row) => row.id);
    if (ids.length === 0) return 0;
    await db.deleteFrom('sessions').where('invitation_id', 'in', ids).execute();
    for (const table of ['follows', 'digest_settings', 'saved_searches'] as const)
      await db.deleteFrom(table).where('reader_kind', '=', 'visitor').where('reader_id', 'in', ids).execute();
    await db.deleteFrom('invitation_folders').where('invitation_id', 'in', ids).execute();
    await db.deleteFrom('invitations').where('id', 'in', ids).execute();
    return ids.length;
  });
}

import { type RawBuilder, sql } from 'kysely';
import type { AuditRow } from '#server/database/audit/audit-chain.ts';
import type { Database } from '#server/database/open-database.ts';
import { groupAt, isAskedInRoom, staffOf } from '../source-queries.ts';

export type SearchRow = AuditRow & { readonly group_id: number };

interface Asked {
  readonly roomId: number;
  readonly startsAt: number;
  readonly endsAt: number;
  /** Only this group. */
  readonly groupId: number | undefined;
  /** Before this position of the log. */
  readonly before: number;
  readonly limit: number;
}

/** Lists the entries of searches in a room, newest first, without those of the staff. */
export async function listSearchRows(
  db: Database,
  { roomId, startsAt, endsAt, groupId, before, limit }: Asked,
): Promise<readonly SearchRow[]> {
  const ofGroup: RawBuilder<unknown> = groupId === undefined ? sql`` : sql`where group_id = ${groupId}`;
  const { rows } = await sql<SearchRow>`select * from (
      select asked.*, ${groupAt(roomId, 'asked', 'occurred_at')} as group_id from (
        select a.*, case when a.actor_kind = 'user' then a.actor_id else 0 end as user_id,
          coalesce(i.email, '') as viewer_email, coalesce(i.link_id, 0) as link_id
        from audit_log as a left join invitations as i on a.actor_kind = 'visitor' and i.id = a.actor_id
        where ${isAskedInRoom(roomId)} and a.position < ${before}
          and a.occurred_at >= ${startsAt} and a.occurred_at < ${endsAt}) as asked
      where user_id not in ${staffOf(roomId)}) as placed
    ${ofGroup} order by position desc limit ${limit}`.execute(db);
  return rows;
}

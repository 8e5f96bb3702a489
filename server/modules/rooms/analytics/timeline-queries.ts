import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { roomEntries } from '../receipts/room-entry-queries.ts';

export interface RoomMember {
  readonly email: string;
  readonly user_id: number | null;
  readonly invitation_id: number | null;
}

/** Finds a member, present or former, of a group of this room. */
export const findRoomMember = (
  db: Database,
  roomId: number,
  memberId: number,
): Promise<RoomMember | undefined> =>
  db
    .selectFrom('group_members')
    .select(['email', 'user_id', 'invitation_id'])
    .where('id', '=', memberId)
    .where('room_id', '=', roomId)
    .executeTakeFirst();

export interface TimelineRow {
  readonly kind: 'view' | 'download' | 'question';
  readonly at: number;
  readonly file_id: number | null;
  readonly name: string | null;
  readonly ms: number | null;
  readonly version: number | null;
  readonly is_answered: 0 | 1 | null;
}

/** Lists views, downloads and questions of a person in a room, newest first; one more than `limit`. */
export async function listTimelineRows(
  db: Database,
  roomId: number,
  { email, user_id, invitation_id }: RoomMember,
  { limit, offset }: { limit: number; offset: number },
): Promise<readonly TimelineRow[]> {
  const isViewer =
    user_id === null
      ? sql`v.viewer_id is null and v.link_id is null and v.viewer_email = ${email}`
      : sql`v.viewer_id = ${user_id}`;
  const isActor =
    user_id === null
      ? sql`a.actor_kind = 'visitor' and a.actor_id = ${invitation_id}`
      : sql`a.actor_kind = 'user' and a.actor_id = ${user_id}`;
  const { rows } = await sql<TimelineRow>`with recursive ${roomEntries(roomId)}
    select * from (
      select 'view' as kind, v.viewed_at as at, v.file_id, files.name,
        (select coalesce(sum(ms), 0) from page_times where view_id = v.id) as ms,
        coalesce(v.version, 1) as version, cast(null as integer) as is_answered, v.id as place
      from file_views as v join files on files.id = v.file_id
      where ${isViewer} and v.file_id in (select id from room_files)
      union all
      select 'download', a.occurred_at, a.object_id, files.name, null, null, null, a.position
      from audit_log as a join files on files.id = a.object_id
      where ${isActor} and a.action = 'file.download' and a.object_kind = 'file' and a.result = 'done'
        and coalesce(a.details, '') not like '%"viewAs":%' and a.object_id in (select id from room_files)
      union all
      select 'question', a.occurred_at, null, null, null, null,
        case when a.details like '%"answered":false%' then 0 else 1 end, a.position
      from audit_log as a where ${isActor} and a.action = 'search.ask' and a.result = 'done'
        and a.details like ${`%"roomId":${roomId},%`}
    ) as entries order by at desc, kind, place desc limit ${limit + 1} offset ${offset}`.execute(db);
  return rows;
}

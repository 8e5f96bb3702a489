import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { TimelineCursor } from '#shared/contracts/rooms/analytics/analytics.ts';
import { roomEntries } from '../receipts/room-entry-queries.ts';

export interface RoomMember {
  readonly email: string;
  readonly email_key: string;
  readonly user_id: number | null;
}

/** Finds a member, present or former, of a group of this room. */
export const findRoomMember = (
  db: Database,
  roomId: number,
  memberId: number,
): Promise<RoomMember | undefined> =>
  db
    .selectFrom('group_members')
    .select(['email', 'email_key', 'user_id'])
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
  /** The id of the view, or the position in the audit log. */
  readonly place: number;
}

export interface TimelinePage {
  readonly limit: number;
  readonly cursor: TimelineCursor | undefined;
}

/**
 * The common table expressions of a visitor in the groups of a room: `links_in`, the links into them, and `own`, the invitations
 * of this person. Links that follow each other admit the same person with an invitation each.
 */
const visitorIn = (roomId: number, { email_key }: RoomMember) => sql`
  links_in(id) as (
    select links.id from links join room_groups on room_groups.id = links.group_id where room_groups.room_id = ${roomId}),
  own(id) as (
    select invitation_id from group_members
      where room_id = ${roomId} and email_key = ${email_key} and user_id is null and invitation_id is not null
    union select id from invitations where email_key = ${email_key} and link_id in (select id from links_in))`;

/** Selects the entries after a cursor, whatever was added before it meanwhile. */
const after = (cursor: TimelineCursor | undefined) =>
  cursor === undefined
    ? sql``
    : sql`where entries.at < ${cursor.at} or (entries.at = ${cursor.at} and (entries.kind > ${cursor.kind}
        or (entries.kind = ${cursor.kind} and entries.place < ${cursor.place})))`;

/** Lists views, downloads and questions of a person in a room, newest first; one more than `limit`. */
export async function listTimelineRows(
  db: Database,
  roomId: number,
  member: RoomMember,
  { limit, cursor }: TimelinePage,
): Promise<readonly TimelineRow[]> {
  const { user_id } = member;
  const isViewer =
    user_id === null
      ? sql`v.viewer_id is null and v.viewer_email in (${member.email}, ${member.email_key})
          and (v.link_id is null or v.link_id in (select id from links_in))`
      : sql`v.viewer_id = ${user_id}`;
  const isActor =
    user_id === null
      ? sql`a.actor_kind = 'visitor' and a.actor_id in (select id from own)`
      : sql`a.actor_kind = 'user' and a.actor_id = ${user_id}`;
  const { rows } = await sql<TimelineRow>`with recursive ${roomEntries(roomId)}, ${visitorIn(roomId, member)}
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
    ) as entries ${after(cursor)} order by at desc, kind, place desc limit ${limit + 1}`.execute(db);
  return rows;
}

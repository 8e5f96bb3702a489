import { type RawBuilder, sql } from 'kysely';
import type { LocalDay } from '#shared/domain/changes/local-time.ts';
import { isVisitor } from '../groups/member-view-queries.ts';
import { roomEntries } from '../receipts/room-entry-queries.ts';

const MINUTE_MS = 60 * 1000;
/** After so long without a view, the next one begins another visit. */
const VISIT_PAUSE_MS = 30 * MINUTE_MS;
/** Nobody opens more files within a minute by hand. */
const MAX_FILES_PER_MINUTE = 60;
/** Longer than a view lasts, and the pause after it. */
export const LOOK_BACK_MS = 25 * 60 * MINUTE_MS;

/** Days as the table `days(day, starts_at, ends_at)`. */
export const daysTable = (
  days: readonly LocalDay[],
): RawBuilder<unknown> => sql`days(day, starts_at, ends_at) as (
  values ${sql.join(days.map(({ day, startsAt, endsAt }) => sql`(${sql.lit(day)}, ${sql.lit(startsAt)}, ${sql.lit(endsAt)})`))})`;

const rangeOf = (days: readonly LocalDay[]) => ({
  startsAt: sql.lit(days[0]?.startsAt ?? 0),
  endsAt: sql.lit(days.at(-1)?.endsAt ?? 0),
  lookBackTo: sql.lit((days[0]?.startsAt ?? 0) - LOOK_BACK_MS),
  lookAheadTo: sql.lit((days.at(-1)?.endsAt ?? 0) + MINUTE_MS),
});

/**
 * The group that a person was a member of at this time, or 0; over the columns `user_id`, `viewer_email` and `link_id` of
 * `person`.
 */
export const groupAt = (roomId: number, person: string, at: string): RawBuilder<number> => {
  const column = (name: string) => sql.ref(`${person}.${name}`);
  return sql<number>`coalesce((select m.group_id from group_members as m
    where m.room_id = ${sql.lit(roomId)} and m.created_at <= ${column(at)} and (m.removed_at is null or m.removed_at > ${column(at)})
      and ((${column('user_id')} > 0 and m.user_id = ${column('user_id')})
        or (${column('user_id')} = 0 and ${isVisitor('m', { email: column('viewer_email'), linkId: column('link_id') })}))
    order by m.id desc limit 1), 0)`;
};

const PERSON = sql`user_id, viewer_email, link_id`;

/** The views of these days as the table `seen`, after `room_files` and `days`. */
export const seenViews = (days: readonly LocalDay[]): RawBuilder<unknown> => {
  const { lookBackTo, lookAheadTo } = rangeOf(days);
  return markBursts(sql`v.viewed_at >= ${lookBackTo} and v.viewed_at < ${lookAheadTo}`);
};

/** The views `v` that meet a condition as the table `seen`, after `room_files`, with those of programs marked. */
export const markBursts = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`nearby as (
      select v.id, v.file_id, v.viewed_at, v.last_seen_at, coalesce(v.viewer_id, 0) as user_id,
        coalesce(v.viewer_email, '') as viewer_email, coalesce(v.link_id, 0) as link_id
      from file_views as v join room_files on room_files.id = v.file_id
      where ${condition}),
    bursts as (
      select nearby.*,
        count(*) over (partition by ${PERSON} order by viewed_at
          range between ${sql.lit(MINUTE_MS - 1)} preceding and current row) as burst,
        max(last_seen_at) over (partition by ${PERSON} order by viewed_at, id
          rows between unbounded preceding and 1 preceding) as before_at
      from nearby),
    seen as (
      select bursts.*,
        case when max(burst) over (partition by ${PERSON} order by viewed_at
          range between current row and ${sql.lit(MINUTE_MS - 1)} following) > ${sql.lit(MAX_FILES_PER_MINUTE)}
          then 1 else 0 end as is_automated,
        case when before_at is null or viewed_at - before_at >= ${sql.lit(VISIT_PAUSE_MS)} then 1 else 0 end as is_visit
      from bursts)`;

/** The finished downloads of these days as the table `downloads`, after `room_files`. Those of view-as count for nobody. */
const finishedDownloads = (days: readonly LocalDay[]): RawBuilder<unknown> => {
  const { startsAt, endsAt } = rangeOf(days);
  return sql`downloads as (
    select a.object_id as file_id, a.occurred_at,
      case when a.actor_kind = 'user' then a.actor_id else 0 end as user_id,
      coalesce(i.email, '') as viewer_email, coalesce(i.link_id, 0) as link_id
    from audit_log as a join room_files on room_files.id = a.object_id
      left join invitations as i on a.actor_kind = 'visitor' and i.id = a.actor_id
    where a.object_kind = 'file' and a.action = 'file.download' and a.result = 'done'
      and a.actor_kind in ('user', 'visitor') and coalesce(a.details, '') not like '%"viewAs":%'
      and a.occurred_at >= ${startsAt} and a.occurred_at < ${endsAt})`;
};

/** The rows of `analytics_daily` for these days of a room, from the views, page times and downloads themselves. */
export const countDays = (roomId: number, days: readonly LocalDay[]): RawBuilder<unknown> => sql`
  with recursive ${roomEntries(roomId)}, ${daysTable(days)}, ${seenViews(days)}, ${finishedDownloads(days)},
    viewed as (
      select days.day, seen.id, seen.file_id, ${groupAt(roomId, 'seen', 'viewed_at')} as group_id, ${PERSON}, is_automated, is_visit
      from seen join days on seen.viewed_at >= days.starts_at and seen.viewed_at < days.ends_at),
    keyed as materialized (
      select viewed.*, min(id) over (partition by day, file_id, group_id, ${PERSON}, is_automated) as first_id from viewed),
    paged as (
      select first_id, count(distinct page) as pages, sum(page_times.ms) as ms
      from keyed join page_times on page_times.view_id = keyed.id group by first_id),
    sums as (
      select day, file_id, group_id, ${PERSON}, is_automated, count(*) as views, sum(is_visit) as visits,
        coalesce(max(paged.pages), 0) as pages, coalesce(max(paged.ms), 0) as ms, 0 as downloads
      from keyed left join paged on paged.first_id = keyed.first_id
      group by day, file_id, group_id, ${PERSON}, is_automated
      union all
      select days.day, file_id, ${groupAt(roomId, 'downloads', 'occurred_at')}, ${PERSON}, 0, 0, 0, 0, 0, count(*)
      from downloads join days on occurred_at >= days.starts_at and occurred_at < days.ends_at
      group by 1, 2, 3, 4, 5, 6)
  select cast(${sql.lit(roomId)} as bigint) as room_id, day, file_id, group_id, ${PERSON}, is_automated,
    sum(views) as views, sum(visits) as visits, sum(pages) as pages, sum(ms) as ms, sum(downloads) as downloads
  from sums group by day, file_id, group_id, ${PERSON}, is_automated`;

/** Tells whether an entry `a` of the log is a question of a person to the search in a room. */
export const isAskedInRoom = (roomId: number): RawBuilder<unknown> =>
  // A quotation mark in the words of a question is escaped, so nobody can write this part.
  sql`a.action = 'search.ask' and a.result = 'done' and a.actor_kind in ('user', 'visitor')
    and a.details like ${`%"roomId":${roomId},%`}`;

/** The questions to the search in a room on these days, with the columns of a row that they have. */
export const countQuestions = (roomId: number, days: readonly LocalDay[]): RawBuilder<unknown> => {
  const { startsAt, endsAt } = rangeOf(days);
  return sql`with ${daysTable(days)}, asked as (
      select a.occurred_at, case when a.actor_kind = 'user' then a.actor_id else 0 end as user_id,
        coalesce(i.email, '') as viewer_email, coalesce(i.link_id, 0) as link_id,
        case when a.details like '%"answered":false%' then 1 else 0 end as is_unanswered
      from audit_log as a left join invitations as i on a.actor_kind = 'visitor' and i.id = a.actor_id
      where ${isAskedInRoom(roomId)} and a.occurred_at >= ${startsAt} and a.occurred_at < ${endsAt})
    select days.day, ${groupAt(roomId, 'asked', 'occurred_at')} as group_id, ${PERSON},
      count(*) as questions, sum(is_unanswered) as unanswered
    from asked join days on occurred_at >= days.starts_at and occurred_at < days.ends_at
    group by 1, 2, 3, 4, 5`;
};

/**
 * The people whose views do not count: the staff of a room and administrators. An accepted invitation to all folders reaches the
 * room if its folder belongs to the inviter, or the inviter is an administrator and the room lets administrators read.
 */
export const staffOf = (roomId: number): RawBuilder<unknown> => sql`(
  select owner_id from folders where id = ${roomId}
  union select user_id from room_managers where room_id = ${roomId}
  union select user_id from collaborators where folder_id = ${roomId}
  union select id from users where is_admin = 1
  union select invitations.accepted_by_id from invitations join users as inviting on inviting.id = invitations.inviter_id
    where invitations.all_folders = 1 and invitations.role = 'collaborator' and invitations.accepted_by_id is not null
      and invitations.revoked_at is null and inviting.deleted_at is null
      and (exists (select 1 from folders where folders.id = ${roomId} and folders.owner_id = inviting.id)
        or (inviting.is_admin = 1 and not exists (
          select 1 from rooms where rooms.folder_id = ${roomId} and rooms.administrators_can_read = 0))))`;

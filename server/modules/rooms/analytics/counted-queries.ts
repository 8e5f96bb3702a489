import { type RawBuilder, sql } from 'kysely';
import { addDays, dateOf, type LocalDay, listLocalDays } from '#shared/domain/changes/local-time.ts';
import { roomEntries } from '../receipts/room-entry-queries.ts';
import type { Analytics } from './load-analytics.ts';
import { countDays, countQuestions, staffOf } from './source-queries.ts';

const later = (a: string, b: string): string => (a > b ? a : b);
const earlier = (a: string, b: string): string => (a < b ? a : b);

/** A single table without rows where there is no day to count. */
const NO_DAY: LocalDay = { day: '', startsAt: 0, endsAt: 0 };

/** The days whose sums are not stored: today, and those whose views may still grow. */
export function liveDays({
  settings,
  from,
  to,
  today,
}: Pick<Analytics, 'settings' | 'from' | 'to' | 'today'>): readonly LocalDay[] {
  const { summedTo, timeZone, createdAt } = settings;
  const afterSums = summedTo === null ? from : addDays(summedTo, 1);
  const first = later(later(from, afterSums), dateOf(createdAt, timeZone));
  const days = listLocalDays(first, earlier(to, today), timeZone);
  return days.length === 0 ? [NO_DAY] : days;
}

/** The days of questions, each for itself or all as one. */
function questionDays({ settings, from, to, today }: Analytics, isByDay: boolean): readonly LocalDay[] {
  const { timeZone, createdAt } = settings;
  const [first, last] = [later(from, dateOf(createdAt, timeZone)), earlier(to, today)];
  if (first > last) return [NO_DAY];
  if (isByDay) return listLocalDays(first, last, timeZone);
  // Both ends alone: a room can be years old, and each day takes the clock of its time zone.
  const ends = [first, last].flatMap((day) => listLocalDays(day, day, timeZone));
  return [{ day: first, startsAt: ends[0]?.startsAt ?? 0, endsAt: ends.at(-1)?.endsAt ?? 0 }];
}

/** Identifies a person, or everybody who came through a link that asks for no address. */
export const PERSON_KEY = sql<string>`case when user_id > 0 then 'user-' || user_id
  when viewer_email <> '' then 'visitor-' || lower(viewer_email) else 'link-' || link_id end`;

interface Choice {
  readonly isByDay?: boolean;
  /** Only this group. */
  readonly groupId?: number | undefined;
}

/**
 * Common table expressions that end with `counted`: what people other than the staff did in these days, with `file_id` 0 for
 * questions. Stored sums and the days since are added up the same way.
 */
export const countedRows = (
  analytics: Analytics,
  { isByDay = false, groupId }: Choice = {},
): RawBuilder<unknown> => {
  const { roomId, settings, from, to } = analytics;
  const columns = sql`day, file_id, group_id, user_id, viewer_email, link_id, is_automated, views, visits, pages, ms, downloads`;
  return sql`with recursive ${roomEntries(roomId)},
    source as (
      select ${columns}, 0 as questions, 0 as unanswered from analytics_daily
        where room_id = ${roomId} and day >= ${from} and day <= ${to} and day <= ${settings.summedTo ?? ''}
      union all
      select ${columns}, 0, 0 from (${countDays(roomId, liveDays(analytics))}) as live
      union all
      select day, 0, group_id, user_id, viewer_email, link_id, 0, 0, 0, 0, 0, 0, questions, unanswered
        from (${countQuestions(roomId, questionDays(analytics, isByDay))}) as asked),
    counted as (
      select source.*, ${PERSON_KEY} as person from source
      where user_id not in ${staffOf(roomId)}
        and (file_id = 0 or file_id in (select id from room_files))
        ${groupId === undefined ? sql`` : sql`and group_id = ${groupId}`})`;
};

const byHand = (column: string) =>
  sql`coalesce(sum(case when is_automated = 0 then ${sql.ref(column)} end), 0)`;

/** The sums of a group of `counted`. What a program opened counts separately. */
export const SUMS = sql`
  count(distinct case when is_automated = 0 then person end) as people,
  ${byHand('visits')} as visits, ${byHand('views')} as views, ${byHand('pages')} as pages, ${byHand('ms')} as ms,
  ${byHand('downloads')} as downloads, sum(questions) as questions, sum(unanswered) as unanswered,
  coalesce(sum(case when is_automated = 1 then views end), 0) as automated`;

export interface Sums {
  readonly people: number;
  readonly visits: number;
  readonly views: number;
  readonly pages: number;
  readonly ms: number;
  readonly downloads: number;
  readonly questions: number;
  readonly unanswered: number;
  readonly automated: number;
}

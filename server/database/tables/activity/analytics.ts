import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Flag, Instant } from '../column-types.ts';

/** The settings of the analytics of a room; a room without a row has the defaults. */
export interface RoomAnalyticsTable {
  room_id: number;
  /** No screen, answer or export about views in the room names a person. */
  hides_persons: Generated<Flag>;
  /** Members of a group see what their group did. */
  shows_groups_own: Generated<Flag>;
  /** Since when the words of searches are shown; `null` for never. */
  search_words_since: ColumnType<Instant | null, Instant | null | undefined>;
  /** The time zone whose midnight begins a day. */
  time_zone: Generated<string>;
  /** JSON: the weights of the score that differ from 1. */
  weights: Generated<string>;
  /** The last day whose sums are stored, as a date; later days are counted from the views. */
  summed_to: ColumnType<string | null, string | null | undefined>;
}

/** A row for each viewer, file and day: sums of `file_views`, `page_times` and downloads in `audit_log`. */
interface AnalyticsDailyTable {
  room_id: number;
  day: string;
  file_id: number;
  /** The group at that time; 0 for none. */
  group_id: number;
  /** 0 for a visitor. */
  user_id: number;
  /** Empty for a user. */
  viewer_email: string;
  /** 0 for those who came through no link. */
  link_id: number;
  /** Views of a client that opened more than 60 files within a minute. */
  is_automated: Flag;
  views: number;
  /** The views with which a visit began: the person had viewed nothing in the room for 30 minutes. */
  visits: number;
  /** The pages that were in view, each once. */
  pages: number;
  ms: number;
  downloads: number;
}

/** A weekly report on a room that a manager has mailed. */
export interface ReportSubscriptionsTable {
  id: GeneratedAlways<number>;
  room_id: number;
  user_id: number;
  format: 'pdf' | 'xlsx' | 'csv';
  /** 1 is Monday, 7 is Sunday; in the time zone of the analytics of the room. */
  weekday: number;
  hour: number;
  created_at: Instant;
  next_at: Instant;
  last_sent_at: ColumnType<Instant | null, Instant | null | undefined>;
}

/** The tables of the analytics of rooms. */
export interface AnalyticsTables {
  room_analytics: RoomAnalyticsTable;
  analytics_daily: AnalyticsDailyTable;
  report_subscriptions: ReportSubscriptionsTable;
}

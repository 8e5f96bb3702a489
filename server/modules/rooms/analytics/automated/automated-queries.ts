import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { roomEntries } from '../../receipts/room-entry-queries.ts';
import { liveDays } from '../counted-queries.ts';
import type { Analytics } from '../load-analytics.ts';
import { daysTable, markBursts, seenViews } from '../source-queries.ts';

type Range = Pick<Analytics, 'roomId' | 'settings' | 'from' | 'to' | 'today'>;

/** The people, or links, some of whose views in these days are automated; after `roomEntries`. */
const crawlersIn = (analytics: Range): RawBuilder<unknown> => {
  const { roomId, from, to } = analytics;
  const days = liveDays(analytics);
  return sql`select user_id, viewer_email, link_id from analytics_daily
      where room_id = ${roomId} and day >= ${from} and day <= ${to} and is_automated = 1
    union
    select user_id, viewer_email, link_id from (with ${daysTable(days)}, ${seenViews(days)}
      select user_id, viewer_email, link_id from seen where is_automated = 1) as live`;
};

async function hasCrawlers(db: Database, analytics: Range): Promise<boolean> {
  const { rows } = await sql`with recursive ${roomEntries(analytics.roomId)}
    select 1 as one from (${crawlersIn(analytics)}) as crawlers limit 1`.execute(db);
  return rows.length > 0;
}

/** The views that people made themselves. */
export interface ViewsByHand {
  /** Begins the query with `with recursive` and what the condition needs; `undefined` where it needs nothing. */
  readonly tables: RawBuilder<unknown> | undefined;
  /** Follows a condition over the column `id` of a view. */
  readonly condition: RawBuilder<unknown>;
}

/**
 * Leaves out the automated views of a room. Whether a view is one follows from the others of its person within a minute: they are
 * read again for people with such views alone, of whom most rooms have none.
 */
export async function viewsByHand(db: Database, analytics: Range): Promise<ViewsByHand> {
  if (!(await hasCrawlers(db, analytics))) return { tables: undefined, condition: sql`` };
  const isOfCrawler = sql`(coalesce(v.viewer_id, 0), coalesce(v.viewer_email, ''), coalesce(v.link_id, 0))
    in (select user_id, viewer_email, link_id from crawlers)`;
  return {
    tables: sql`${roomEntries(analytics.roomId)}, crawlers as materialized (${crawlersIn(analytics)}),
      automated(id) as materialized (
        select id from (with ${markBursts(isOfCrawler)} select id from seen where is_automated = 1) as found)`,
    condition: sql`and id not in (select id from automated)`,
  };
}

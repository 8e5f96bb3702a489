import { type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { LinkVisitorsTable } from '#server/database/tables/links.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';

/** A person whom a link admitted, with what they viewed unless persons are hidden. */
export type ListedVisitor = Selectable<LinkVisitorsTable> & {
  readonly views?: number;
  readonly pages?: number;
  readonly ms?: number;
};

const isOfVisitor = sql`file_views.link_id = link_visitors.link_id and link_visitors.email <> ''
  and file_views.viewer_email = link_visitors.email`;
const viewsOfVisitor = sql`from file_views where ${isOfVisitor}`;
const viewTimesOfVisitor = sql`from file_views join page_times on page_times.view_id = file_views.id
  where ${isOfVisitor}`;

/** Lists the people whom a link admitted, newest first; one more than `limit`. */
export function listVisitors(db: Database, linkId: number, { limit, cursor }: PageRequest) {
  return db
    .selectFrom('link_visitors')
    .selectAll()
    .select([
      sql<number>`(select count(*) ${viewsOfVisitor})`.as('views'),
      sql<number>`(select count(*) ${viewTimesOfVisitor})`.as('pages'),
      sql<number>`(select coalesce(sum(page_times.ms), 0) ${viewTimesOfVisitor})`.as('ms'),
    ])
    .where('link_id', '=', linkId)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? 0))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

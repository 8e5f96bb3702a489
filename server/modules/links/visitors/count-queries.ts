import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';

export type LinkCounter = 'opened' | 'refused_password' | 'refused_email' | 'refused_code' | 'refused_terms';

/** Counts that the access page of a link was opened, or that a step was refused. */
export async function countOnLink(db: Database, linkId: number, counter: LinkCounter): Promise<void> {
  await db
    .updateTable('links')
    .set({ [counter]: sql<number>`${sql.ref(counter)} + 1` })
    .where('id', '=', linkId)
    .execute();
}

/** Adds up the pages that were viewed through a link, and how long. */
export async function findViewTimes(db: Database, linkId: number): Promise<{ pages: number; ms: number }> {
  return db
    .selectFrom('page_times')
    .innerJoin('file_views', 'file_views.id', 'page_times.view_id')
    .select((select) => [
      select.fn.countAll<number>().as('pages'),
      sql<number>`coalesce(sum(page_times.ms), 0)`.as('ms'),
    ])
    .where('file_views.link_id', '=', linkId)
    .executeTakeFirstOrThrow();
}

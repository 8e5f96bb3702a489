import { type RawBuilder, sql } from 'kysely';
import { TAIL_PARTS } from '#shared/domain/view-time-limits.ts';

/**
 * The pages of a document that were in view. Browsers report which page they show, and a single false one must not stretch the
 * chart of a document until all of its pages are one bar.
 */
export interface PageExtent {
  readonly last_page: number;
  /** The page after which the others hold less than a fiftieth of the time together. */
  readonly counted_page: number;
}

/** Tells of each row with `tail` and `total` whether the time from its page on is a fiftieth or more. */
export const isCountedPage = sql`tail * ${sql.lit(TAIL_PARTS)} >= total`;

/** Selects the extent of a query of `page` and `ms` in parentheses; 0 without rows. */
export const selectPageExtent = (times: RawBuilder<unknown>): RawBuilder<PageExtent> => sql<PageExtent>`
  select coalesce(max(page), 0) as last_page,
    coalesce(max(case when ${isCountedPage} then page end), 0) as counted_page
  from (select page, sum(ms) over (order by page desc) as tail, sum(ms) over () as total
    from ${times} as times) as tails`;

/** The index of the group of a page, from 0, as an expression: groups of `size` pages up to `end`, then one more. */
export const placeOfPage = (
  page: RawBuilder<unknown>,
  { end, size, count }: { readonly end: number; readonly size: number; readonly count: number },
): RawBuilder<number> =>
  sql<number>`case when ${page} > ${sql.lit(end)} then ${sql.lit(count)} else (${page} - 1) / ${sql.lit(size)} end`;

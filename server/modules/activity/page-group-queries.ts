import { type RawBuilder, sql } from 'kysely';

/**
 * The pages of a document that were in view. Browsers report which page they show, and a single false one must not stretch the chart of
 * a document until all of its pages are one bar.
 */
export interface PageExtent {
  readonly last_page: number;
  /** The page after which the others hold less than a fiftieth of the time together. */
  readonly counted_page: number;
}

const MAX_TAIL_SHARE = sql.lit(50);

/** Tells of each row with `tail` and `total` whether the time from its page on is a fiftieth or more. */
export const isCountedPage = sql`tail * ${MAX_TAIL_SHARE} >= total`;

/** Selects the extent of a query of `page` and `ms` in parentheses; 0 without rows. */
export const selectPageExtent = (times: RawBuilder<unknown>): RawBuilder<PageExtent> => sql<PageExtent>`
  select coalesce(max(page), 0) as last_page,
    coalesce(max(case when ${isCountedPage} then page end), 0) as counted_page
  from (select page, sum(ms) over (order by page desc) as tail, sum(ms) over () as total
    from ${times} as times) as tails`;

export interface PageGroups {
  /** The first and last page of each group. */
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
  /** The index of the group of a page, from 0, as an expression. */
  readonly placeOf: (page: RawBuilder<unknown>) => RawBuilder<number>;
}

/** Groups the pages into at most `most` groups of equal size, and one more for those after the last page that counts. */
export function groupPages({ last_page, counted_page }: PageExtent, most: number): PageGroups {
  const end = last_page <= most ? last_page : counted_page;
  const size = Math.max(1, Math.ceil(end / most));
  const count = Math.ceil(end / size);
  const ranges = Array.from({ length: count }, (_, place) => ({
    from: place * size + 1,
    to: Math.min(end, (place + 1) * size),
  }));
  return {
    ranges: end < last_page ? [...ranges, { from: end + 1, to: last_page }] : ranges,
    placeOf: (page) =>
      sql<number>`case when ${page} > ${sql.lit(end)} then ${sql.lit(count)} else (${page} - 1) / ${sql.lit(size)} end`,
  };
}

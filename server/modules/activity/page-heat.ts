import { TAIL_PARTS } from '#shared/domain/view-time-limits.ts';

/** Sums the times of pages in at most `most` groups, as `listPageHeat` does in SQL. */
export function groupPageTimes(times: ReadonlyMap<number, number>, most: number): readonly number[] {
  const last = findLastPage(times, most);
  const heat = Array.from({ length: Math.min(last, most) }, () => 0);
  for (const [page, ms] of times) {
    const place = last <= most ? page - 1 : Math.floor(((page - 1) * most) / last);
    const group = page > last ? heat.length - 1 : place;
    heat[group] = (heat[group] ?? 0) + ms;
  }
  return heat;
}

/** Returns the last page that is not part of a tail which hardly anybody saw; 0 without pages. */
function findLastPage(times: ReadonlyMap<number, number>, most: number): number {
  const pages = [...times].toSorted(([a], [b]) => b - a);
  const [seen] = pages[0] ?? [0];
  if (seen <= most) return seen;
  const total = pages.reduce((sum, [, ms]) => sum + ms, 0);
  let tail = 0;
  const counted = pages.find(([, ms]) => {
    tail += ms;
    return tail * TAIL_PARTS >= total;
  });
  return counted?.[0] ?? 0;
}

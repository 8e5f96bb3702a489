interface PageRange {
  readonly from: number;
  readonly to: number;
}

export interface PageGroups {
  readonly ranges: readonly PageRange[];
  /** The last page in a group of `size` pages, of which there are `count`; those after it are one more group. */
  readonly end: number;
  readonly size: number;
  readonly count: number;
}

/** Groups the pages into at most `most` groups of equal size, and one more for those after the last page that counts. */
export function groupPages(
  { last_page, counted_page }: { readonly last_page: number; readonly counted_page: number },
  most: number,
): PageGroups {
  const end = last_page <= most ? last_page : counted_page;
  const size = Math.max(1, Math.ceil(end / most));
  const count = Math.ceil(end / size);
  const ranges = Array.from({ length: count }, (_, place) => ({
    from: place * size + 1,
    to: Math.min(end, (place + 1) * size),
  }));
  const tail = end < last_page ? [{ from: end + 1, to: last_page }] : [];
  return { ranges: [...ranges, ...tail], end, size, count };
}

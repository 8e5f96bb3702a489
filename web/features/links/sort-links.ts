import type { Link } from '#shared/contracts/links/links.ts';
import { createTextFilter } from '#shared/domain/search/text-filter.ts';

const BY = {
  name: (one, other) => one.name.localeCompare(other.name),
  people: (one, other) => one.people - other.people,
  views: (one, other) => one.views - other.views,
  last: (one, other) => (one.lastVisitAt ?? '').localeCompare(other.lastVisitAt ?? ''),
} as const satisfies Record<string, (one: Link, other: Link) => number>;

export type LinkOrder = keyof typeof BY;

/** Sorts links; the order of equal ones stays. */
export const sortLinks = (links: readonly Link[], order: LinkOrder, isDescending: boolean): Link[] =>
  links.toSorted((one, other) => (isDescending ? -1 : 1) * BY[order](one, other));

/** Returns the links of which the name, or the name of something that they open, fits the text. */
export function filterLinks(links: readonly Link[], text: string): Link[] {
  const fits = createTextFilter(text);
  return links.filter(({ name, targets, group, archive }) =>
    fits([name, archive?.roomName, group?.name, group?.roomName, ...targets.map((target) => target.name)]),
  );
}

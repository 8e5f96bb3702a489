import type { RowsWanted, TextsOf } from '#server/http/filter-rows.ts';
import { type Step, stepThrough } from '#server/http/step-through.ts';
import { createTextFilter } from '#shared/domain/search/text-filter.ts';
import type { ViewPart } from './view-parts-queries.ts';

interface Grouping<Group> {
  readonly keyOf: (part: ViewPart) => number | string;
  readonly textsOf: TextsOf<ViewPart>;
  /** Begins a group that no part was added to yet. */
  readonly begin: (part: ViewPart) => Group;
  readonly add: (group: Group, part: ViewPart) => void;
}

/**
 * Groups views as SQL would, by the newest view of each group, in steps: no statement reads all of them. Lists the groups that
 * have the text, one more than `limit` when there is another page; holds no others.
 */
export const groupViews = <Group>(
  wanted: RowsWanted,
  readStep: (end: number | undefined) => Promise<Step<ViewPart, number>>,
  grouping: Grouping<Group>,
): Promise<readonly Group[]> => wanted.inSlot(() => readGroups(wanted, readStep, grouping));

async function readGroups<Group>(
  { limit, cursor = Number.POSITIVE_INFINITY, text = '', ...reader }: RowsWanted,
  readStep: (end: number | undefined) => Promise<Step<ViewPart, number>>,
  { keyOf, textsOf, begin, add }: Grouping<Group>,
): Promise<readonly Group[]> {
  const isFound = createTextFilter(text);
  const found: Group[] = [];
  const groups = new Map<number | string, Group | undefined>();
  // The first part of a group is the newest.
  const isListed = (part: ViewPart) => found.length <= limit && part.id < cursor && isFound(textsOf(part));
  for await (const parts of stepThrough(reader, undefined, readStep))
    for (const part of parts) {
      const key = keyOf(part);
      if (!groups.has(key)) {
        const group = isListed(part) ? begin(part) : undefined;
        groups.set(key, group);
        if (group) found.push(group);
      }
      const group = groups.get(key);
      if (group) add(group, part);
    }
  return found;
}

/** Identifies a viewer, who is an account or an address. */
export const viewerKeyOf = ({ viewer_id, viewer_email }: Pick<ViewPart, 'viewer_id' | 'viewer_email'>) =>
  JSON.stringify([viewer_id, viewer_email]);

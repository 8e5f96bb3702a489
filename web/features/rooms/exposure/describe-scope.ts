import type { ExposureCheck, ExposureDraft } from '#shared/contracts/rooms/exposure.ts';
import { countThings } from './finding-labels.ts';

/** Says what a check covered, such as "with drafts" or "only 3 selected drafts: “Lease.txt” and 2 more". */
export function describeScope({
  selection,
  includesDrafts,
}: Pick<ExposureCheck, 'selection' | 'includesDrafts'>): string {
  if (!selection) return includesDrafts ? 'with drafts' : 'without drafts';
  const { folders, files, changes, names } = selection;
  const count = folders + files + changes;
  const drafts = `only ${countThings(count, 'selected draft')}`;
  if (names.length === 0) return drafts;
  const others = count - names.length;
  const listed = [...names.map((name) => `“${name}”`), ...(others > 0 ? [`${others} more`] : [])];
  return `${drafts}: ${new Intl.ListFormat('en').format(listed)}`;
}

const DRAFTS: Readonly<Record<ExposureDraft['kind'], string>> = {
  folder: 'New folder',
  file: 'New file',
  move: 'Move',
  level: 'Level',
  version: 'Drafted version',
};

/** Names the selected draft that shows something to the group. */
export const describeDraft = ({ kind, name }: ExposureDraft): string =>
  name === null ? `${DRAFTS[kind]} that is no longer here` : `${DRAFTS[kind]}: ${name}`;

import type { GroupDifference } from '#shared/contracts/rooms/drafts.ts';
import type { Publication } from '#shared/contracts/rooms/publications.ts';
import { formatDateTime } from '#shared/domain/format.ts';

const plural = (count: number, thing: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? thing : `${thing}s`}`;

interface Counts {
  readonly folders: number;
  readonly files: number;
  readonly changes: number;
}

/** Counts what is published, such as "2 files and 1 change". */
export function countEntries({ folders, files, changes }: Counts): string {
  const parts = [
    ...(folders > 0 ? [plural(folders, 'folder')] : []),
    ...(files > 0 ? [plural(files, 'file')] : []),
    ...(changes > 0 ? [plural(changes, 'change')] : []),
  ];
  return parts.length === 0 ? '0 files' : new Intl.ListFormat('en').format(parts);
}

export function describeDifference({ gains, loses, changes }: GroupDifference): string {
  const parts = [
    ...(gains > 0 ? [`gains ${plural(gains, 'file')}`] : []),
    ...(loses > 0 ? [`loses ${plural(loses, 'file')}`] : []),
    ...(changes > 0 ? [`sees ${plural(changes, 'file')} at another level`] : []),
  ];
  return parts.length === 0 ? 'sees no change' : parts.join(', ');
}

const STATES: Readonly<Record<Publication['state'], (at: string) => string>> = {
  requested: () => 'Awaits approval',
  scheduled: (at) => `Will be published ${at}`,
  published: (at) => `Published ${at}`,
  declined: () => 'Declined',
  void: () => 'Given up',
};

export const describeState = ({ state, publishAt }: Publication): string =>
  STATES[state](formatDateTime(publishAt));

/** Says who requested a publication, and who decided about it. */
export function describePeople({ requestedBy, decidedBy, state }: Publication): string {
  const decision = state === 'declined' ? 'declined' : 'approved';
  return decidedBy === null ? `by ${requestedBy}` : `by ${requestedBy}, ${decision} by ${decidedBy}`;
}

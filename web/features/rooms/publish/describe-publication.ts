import type { GroupDifference } from '#shared/contracts/rooms/drafts.ts';
import type { Publication } from '#shared/contracts/rooms/publications.ts';
import { countOf, formatDateTime } from '#shared/domain/format.ts';

interface Counts {
  readonly folders: number;
  readonly files: number;
  readonly changes: number;
}

/** Counts what is published, such as "2 files and 1 change". */
export function countEntries({ folders, files, changes }: Counts): string {
  const parts = [
    ...(folders > 0 ? [countOf(folders, 'folder')] : []),
    ...(files > 0 ? [countOf(files, 'file')] : []),
    ...(changes > 0 ? [countOf(changes, 'change')] : []),
  ];
  return parts.length === 0 ? '0 files' : new Intl.ListFormat('en').format(parts);
}

/** Returns a line for each group that gains, loses or sees something else, and one for all others together. */
export function listDifferences(groups: readonly GroupDifference[]): { name: string; text: string }[] {
  const differing = groups.filter(({ gains, loses, changes }) => gains + loses + changes > 0);
  const others = groups.length - differing.length;
  const lines = differing.map((group) => ({ name: group.name, text: describeDifference(group) }));
  if (others === 0) return lines;
  const name = differing.length === 0 ? countOf(others, 'group') : countOf(others, 'other group');
  return [...lines, { name, text: others === 1 ? 'gains and loses no files' : 'gain and lose no files' }];
}

/** Says what a group gains, loses or sees differently; empty for no change. */
export function describeDifference({
  gains,
  loses,
  changes,
}: Pick<GroupDifference, 'gains' | 'loses' | 'changes'>): string {
  const parts = [
    ...(gains > 0 ? [`gains ${countOf(gains, 'file')}`] : []),
    ...(loses > 0 ? [`loses ${countOf(loses, 'file')}`] : []),
    ...(changes > 0 ? [`sees ${countOf(changes, 'file')} at another level`] : []),
  ];
  return parts.join(', ');
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
export function describePeople({ requestedBy, decidedBy, approver, state }: Publication): string {
  if (approver !== null) {
    const answer = { requested: 'asked', declined: 'declined by', void: 'asked' } as const;
    return `By ${requestedBy}, ${state in answer ? answer[state as keyof typeof answer] : 'agreed by'} ${approver}`;
  }
  const decision = state === 'declined' ? 'declined' : 'approved';
  return decidedBy === null ? `By ${requestedBy}` : `By ${requestedBy}, ${decision} by ${decidedBy}`;
}

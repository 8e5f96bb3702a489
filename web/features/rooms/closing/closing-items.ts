import type { Closing } from '#shared/contracts/rooms/closing.ts';

/** A line of the checklist. */
export interface ClosingItem {
  readonly label: string;
  readonly count: number;
  /** The page of the room where it is finished; without one it ends by itself. */
  readonly page?: 'publish' | 'requests' | 'evidence';
}

/** Lists what is not finished in a room. */
export const unfinishedItems = ({ unfinished }: Closing): readonly ClosingItem[] => [
  { label: 'Drafts that only the staff has seen', count: unfinished.drafts, page: 'publish' },
  { label: 'Scheduled files and folders', count: unfinished.scheduled, page: 'publish' },
  { label: 'Moves, levels and versions that are not published', count: unfinished.changes, page: 'publish' },
  { label: 'Publications that await an approval', count: unfinished.publications, page: 'publish' },
  { label: 'Unanswered requests', count: unfinished.requests, page: 'requests' },
  { label: 'Unfinished uploads', count: unfinished.uploads },
  { label: 'Imports not applied yet', count: unfinished.imports },
  { label: 'Running copies into the room', count: unfinished.copies },
  { label: 'Files waiting for the virus scan', count: unfinished.scans },
  { label: 'Archives being created or verified', count: unfinished.archives, page: 'evidence' },
];

/** Lists whose access ends when the room is closed. */
export const endingItems = ({ ends }: Closing): readonly ClosingItem[] => [
  { label: 'Members of groups', count: ends.members },
  { label: 'Collaborators of single folders', count: ends.collaborators },
  { label: 'Invitations of visitors', count: ends.invitations },
  { label: 'Links', count: ends.links },
];

/** Lists the evidence that was made of a room. */
export const evidenceItems = ({ evidence }: Closing): readonly ClosingItem[] => [
  { label: 'Certificates', count: evidence.certificates, page: 'evidence' },
  { label: 'Receipts of visitors', count: evidence.receipts, page: 'evidence' },
  { label: 'Receipts that were not emailed', count: evidence.unsentReceipts, page: 'evidence' },
];

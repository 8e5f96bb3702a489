import { isoInstant } from '#shared/domain/iso-instant.ts';
import type { IndexLine } from './list-index.ts';

const KINDS: Readonly<Record<IndexLine['kind'], string>> = {
  folder: 'Folder',
  file: 'File',
  placeholder: 'Placeholder',
  withdrawn: 'Withdrawn',
};

const HEADINGS = ['Number', 'Name', 'Kind', 'Due'];
/** The columns that only the staff of the room see. */
const STAFF_HEADINGS = ['Responsible', 'Withdrawn on'];

export const headings = (isStaff: boolean): readonly string[] =>
  isStaff ? [...HEADINGS, ...STAFF_HEADINGS] : HEADINGS;

const dayOf = (instant: number | null): string => (instant === null ? '' : isoInstant(instant).slice(0, 10));

/** Returns the cells of a line, in the order of the headings. */
export const cellsOf = (line: IndexLine, isStaff: boolean): readonly string[] => [
  line.number,
  line.name,
  KINDS[line.kind],
  dayOf(line.dueAt),
  ...(isStaff ? [line.responsibleName ?? '', dayOf(line.withdrawnAt)] : []),
];

/** Describes what is special about a line, in a few words. */
export function noteOf({ kind, dueAt, withdrawnAt }: IndexLine): string {
  if (kind === 'withdrawn') return `Withdrawn on ${dayOf(withdrawnAt)}`;
  if (kind !== 'placeholder') return '';
  return dueAt === null ? 'to follow' : `to follow by ${dayOf(dueAt)}`;
}

import type { RoomRequest } from '#shared/contracts/rooms/requests.ts';
import { changedFields, type Edits } from '#web/lib/forms/edits.ts';
import { dueAtOf, dueDayOf } from '../due-days.ts';
import type { RequestChanges } from './api.ts';

/** The fields of a request in which something is typed. */
export interface TypedTexts {
  readonly text: string;
  readonly dueAt: string;
  readonly responsibleName: string;
}
export type TypedName = keyof TypedTexts;
type TypedParts = Readonly<Partial<TypedTexts>>;

/** Returns the typed fields of a request as they are edited. */
export const textsOf = ({ text, dueAt, responsibleName }: Pick<RoomRequest, TypedName>): TypedTexts => ({
  text,
  dueAt: dueDayOf(dueAt),
  responsibleName: responsibleName ?? '',
});

/**
 * Returns why a field cannot be saved. A date that is typed in part, or whose year is, has the value of a blank one or is too
 * early: its control refuses it.
 */
export function findProblem(name: TypedName, value: string, isDayRefused: boolean): string | undefined {
  if (name === 'text' && value.trim() === '') return 'Enter what is requested';
  return name === 'dueAt' && isDayRefused ? 'Enter a whole date' : undefined;
}

/** Returns the edited fields that differ from the stored ones and can be saved, as they are stored. */
export function changesOf(stored: TypedTexts, edits: Edits<TypedTexts>, isDayRefused: boolean): TypedParts {
  const changed = Object.entries(changedFields(stored, edits)).map(
    ([name, value]) => [name as TypedName, value.trim()] as const, // a name of the stored fields
  );
  return Object.fromEntries(
    changed.filter(
      ([name, value]) => value !== stored[name] && findProblem(name, value, isDayRefused) === undefined,
    ),
  );
}

/** Returns the names of changed fields that somebody else changed too after they were edited. `sent` is being saved. */
export const findConflicts = (
  stored: TypedTexts,
  edits: Edits<TypedTexts>,
  changes: TypedParts,
  sent: TypedParts,
): TypedName[] =>
  (Object.keys(changes) as TypedName[]).filter(
    (name) => edits[name]?.from !== stored[name] && sent[name] !== stored[name],
  ); // names of fields

/** Returns what to send for changed fields. */
export const bodyOf = ({ text, dueAt, responsibleName }: TypedParts): RequestChanges => ({
  ...(text !== undefined && { text }),
  ...(dueAt !== undefined && { dueAt: dueAtOf(dueAt) }),
  ...(responsibleName !== undefined && { responsibleName: responsibleName || null }),
});

import type { RoomRequest } from '#shared/contracts/rooms/requests.ts';
import { dueAtOf, dueDayOf } from '../due-days.ts';
import type { RequestChanges } from './api.ts';

export type TypedName = 'text' | 'dueAt' | 'responsibleName';

interface TypedField {
  readonly value: string;
  /** A date that is typed in part has the value of a blank one, and is not valid. */
  readonly validity: Pick<ValidityState, 'valid'>;
}

/** Returns what a typed field changes of a request: nothing if it is as stored or cannot be saved. */
export function changeOf(
  request: Pick<RoomRequest, TypedName>,
  name: TypedName,
  { value, validity }: TypedField,
): RequestChanges {
  const text = value.trim();
  if (!validity.valid) return {};
  if (name === 'dueAt') return value === dueDayOf(request.dueAt) ? {} : { dueAt: dueAtOf(value) };
  if (name === 'text') return text === '' || text === request.text ? {} : { text };
  return (text || null) === request.responsibleName ? {} : { responsibleName: text || null };
}

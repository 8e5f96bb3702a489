import { ENTER_VALID_EMAIL } from '#shared/domain/messages.ts';
import { CallError } from './access-calls.ts';

export type Field = 'password' | 'email' | 'code';

const MISSING: Readonly<Record<Field, string>> = {
  password: 'Enter the password of the link',
  email: ENTER_VALID_EMAIL,
  code: 'Enter the code from the email',
};

/** Refuses blank fields before anything is sent: a password that nobody typed would count as a wrong one. */
export function assertFilled(fields: readonly Field[], read: (field: Field) => string): void {
  const blank = fields.filter((field) => read(field).trim() === '');
  if (blank.length > 0)
    throw new CallError(400, '', Object.fromEntries(blank.map((field) => [field, MISSING[field]])));
}

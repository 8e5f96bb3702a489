import { describe, expect, it } from 'vitest';
import { type CheckedControl, findFieldErrors } from './find-field-errors.ts';

const control = (of: Partial<CheckedControl>): CheckedControl => ({
  name: 'field',
  value: 'x',
  type: 'text',
  willValidate: true,
  validity: { valid: true },
  labels: [{ textContent: 'Name' }],
  ...of,
});
const refused = { valid: false };
const errorOf = (of: Partial<CheckedControl>, message?: string) =>
  findFieldErrors([control(of)], message === undefined ? undefined : { field: message })['field'];

describe('the errors of fields', () => {
  it('a required field without a value, or with only spaces, is missing', () => {
    expect(errorOf({ required: true, value: '' })).toBe('Name is required');
    expect(errorOf({ required: true, value: '  ' }, 'Group name is required')).toBe('Group name is required');
    expect(errorOf({ value: '' })).toBeUndefined();
    expect(errorOf({ required: true })).toBeUndefined();
  });

  it('each kind of value is refused in words of its own', () => {
    expect([
      errorOf({ type: 'email', validity: refused }, 'Enter the email address of an account'),
      errorOf({ type: 'number', validity: refused, min: '0', max: '10' }),
      errorOf({ type: 'number', required: true, value: '', min: '0', max: '10' }),
      errorOf({ type: 'number', validity: refused }),
      errorOf({ type: 'checkbox', required: true, value: 'on', validity: refused }),
      errorOf({ type: 'date', value: '', validity: refused }),
      errorOf({ type: 'datetime-local', value: '', validity: refused }),
      errorOf({ validity: refused }, 'Enter a color such as #203c74'),
    ]).toEqual([
      'Enter the email address of an account',
      'Enter a number from 0 to 10',
      'Enter a number from 0 to 10',
      'Enter a number',
      'Name is required',
      'Enter a whole date',
      'Enter a date and a time',
      'Enter a color such as #203c74',
    ]);
  });

  it('fields that cannot be changed or have no name are not checked', () => {
    expect(errorOf({ willValidate: false, validity: refused })).toBeUndefined();
    expect(findFieldErrors([control({ name: '', validity: refused })])).toEqual({});
  });
});

import { expect, test } from 'vitest';
import { changeOf, type TypedName } from './typed-request.ts';

const REQUEST = { text: 'Lease', dueAt: '2026-12-05T23:59:59.000Z', responsibleName: 'Ada' };
const VALID = { valid: true };

test('a date that is typed in part changes nothing, and a blank one removes the due date', () => {
  expect(changeOf(REQUEST, 'dueAt', { value: '', validity: { valid: false } })).toEqual({});
  expect(changeOf(REQUEST, 'dueAt', { value: '', validity: VALID })).toEqual({ dueAt: null });
});

test.each<[TypedName, string, object]>([
  ['dueAt', '2026-12-05', {}],
  ['dueAt', '2026-12-06', { dueAt: '2026-12-06T23:59:59.000Z' }],
  ['text', ' Lease ', {}],
  ['text', ' ', {}],
  ['text', 'Leases', { text: 'Leases' }],
  ['responsibleName', 'Ada', {}],
  ['responsibleName', ' ', { responsibleName: null }],
  ['responsibleName', 'Eve ', { responsibleName: 'Eve' }],
])('%s typed as %j changes %j', (name, value, changes) => {
  expect(changeOf(REQUEST, name, { value, validity: VALID })).toEqual(changes);
});

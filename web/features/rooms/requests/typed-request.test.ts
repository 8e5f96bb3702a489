import { expect, test } from 'vitest';
import { editField } from '#web/lib/forms/edits.ts';
import { bodyOf, changesOf, findConflicts, findProblem, type TypedName, textsOf } from './typed-request.ts';

const STORED = textsOf({ text: 'Lease', dueAt: '2026-12-05T23:59:59.000Z', responsibleName: 'Ada' });
const BLANK = textsOf({ text: 'Lease', dueAt: null, responsibleName: null });

const change = (name: TypedName, value: string, isDayRefused = false) =>
  bodyOf(changesOf(STORED, editField(STORED, {}, name, value), isDayRefused));

test('a date that is typed in part changes nothing, and a blank one removes the due date', () => {
  expect(change('dueAt', '', true)).toEqual({});
  expect(findProblem('dueAt', '', true)).toBe('Enter a whole date');
  expect(change('dueAt', '')).toEqual({ dueAt: null });
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
  expect(change(name, value)).toEqual(changes);
});

test('an emptied text is refused with a message, and a blank date or name is not', () => {
  expect(findProblem('text', ' ', false)).toBe('Enter what is requested');
  expect([findProblem('dueAt', '', false), findProblem('responsibleName', '', false)]).toEqual([
    undefined,
    undefined,
  ]);
});

test('a field that somebody else changed after it was edited is found, and others are not', () => {
  const edits = editField(STORED, editField(STORED, {}, 'text', 'Leases'), 'responsibleName', 'Eve');
  const later = { ...STORED, text: 'All leases', dueAt: BLANK.dueAt };
  expect(findConflicts(later, edits, changesOf(later, edits, false), {})).toEqual(['text']);
  expect(findConflicts(STORED, edits, changesOf(STORED, edits, false), {})).toEqual([]);
});

test('what is being saved is no change of somebody else, also while more is typed', () => {
  const edits = editField(STORED, {}, 'text', 'Leases and permits');
  const saved = { ...STORED, text: 'Leases' };
  expect(findConflicts(saved, edits, changesOf(saved, edits, false), { text: 'Leases' })).toEqual([]);
});

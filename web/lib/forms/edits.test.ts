import { expect, test } from 'vitest';
import {
  applyEdits,
  assertUnchanged,
  ChangedMeanwhile,
  changedFields,
  changedSince,
  type Edits,
  editField,
  readEdits,
  rebaseEdits,
  settleEdits,
} from './edits.ts';

interface Rules {
  ranges: string;
  factor: boolean;
  rooms: readonly number[];
}

const OPENED: Rules = { ranges: '', factor: false, rooms: [1] };
const EDITS = editField<Rules, 'ranges'>(OPENED, {}, 'ranges', '192.0.2.0/24');
/** The values that somebody else stored after the form was opened. */
const LATER: Rules = { ...OPENED, factor: true };

test('only edited fields are sent, and all others follow what is stored', () => {
  expect(changedFields(LATER, EDITS)).toEqual({ ranges: '192.0.2.0/24' });
  expect(applyEdits(LATER, EDITS)).toEqual({ ranges: '192.0.2.0/24', factor: true, rooms: [1] });
  expect(() => assertUnchanged(LATER, EDITS)).not.toThrow();
});

test('a field that is edited back, or that somebody else set to the same, is not changed', () => {
  expect(changedFields(OPENED, editField(OPENED, EDITS, 'ranges', ''))).toEqual({});
  expect(changedFields({ ...OPENED, ranges: '192.0.2.0/24' }, EDITS)).toEqual({});
  expect(changedFields(OPENED, editField(OPENED, {} as Edits<Rules>, 'rooms', [1]))).toEqual({});
});

test('a field that somebody else changed meanwhile is replaced only when it is saved again', () => {
  const stored = { ...LATER, ranges: '203.0.113.0/24' };
  const edits = editField(stored, EDITS, 'ranges', '192.0.2.0/25');
  expect(() => assertUnchanged(stored, edits)).toThrow(ChangedMeanwhile);
  const rebased = rebaseEdits(stored, edits);
  expect(() => assertUnchanged(stored, rebased)).not.toThrow();
  expect(applyEdits(stored, rebased)).toEqual({ ...stored, ranges: '192.0.2.0/25' });
});

test('only values that differ from those with which a form was opened are saved', () => {
  expect(changedSince<Rules>(OPENED, { ...OPENED, rooms: [1] })).toEqual({});
  const edited: Rules = { ...OPENED, rooms: [1, 2], factor: true };
  expect(changedSince<Rules>(OPENED, edited)).toEqual({ rooms: [1, 2], factor: true });
});

test('a value that a form had not when it was opened is saved once there is one', () => {
  const typed = { name: '', password: 'another-secret' };
  expect(changedSince({ name: '' }, typed)).toEqual({ password: 'another-secret' });
  expect(changedSince({ name: '' }, { name: '', password: undefined })).toEqual({});
});

test('a field that was saved is no longer edited, and what was typed in it since is an edit of what was saved', () => {
  const stored = { ...OPENED, ranges: '192.0.2.0/24' };
  expect(settleEdits(EDITS, { ranges: '192.0.2.0/24' }, stored)).toEqual({});
  const both = editField(OPENED, editField(OPENED, EDITS, 'ranges', '192.0.2.0/25'), 'factor', true);
  const settled = settleEdits(both, { ranges: '192.0.2.0/24' }, stored);
  expect(settled).toEqual({ ranges: { from: '192.0.2.0/24', to: '192.0.2.0/25' }, factor: both.factor });
  expect(() => assertUnchanged(stored, settled)).not.toThrow();
});

test('edits that were kept are read again with what they were edited from, and nothing else', () => {
  expect(readEdits(OPENED, JSON.parse(JSON.stringify(EDITS)))).toEqual(EDITS);
  expect(readEdits(OPENED, { ...EDITS, removed: { from: 1, to: 2 }, factor: true })).toEqual(EDITS);
  expect([readEdits(OPENED, null), readEdits(OPENED, 'ranges')]).toEqual([{}, {}]);
});

test('a field in which the first value is typed again follows what is stored later', () => {
  const edits = editField(OPENED, EDITS, 'ranges', OPENED.ranges);
  expect(edits).toEqual({});
  expect(applyEdits({ ...OPENED, ranges: '203.0.113.0/24' }, edits).ranges).toBe('203.0.113.0/24');
});

import { expect, test } from 'vitest';
import { formatDetail, formatDetailName } from './audit-details.ts';

test.each([
  ['question', 'Question'],
  ['folderId', 'Folder ID'],
  ['fileIds', 'File IDs'],
  ['newDevice', 'New device'],
  ['id', 'ID'],
  ['identity', 'Identity'],
])('the detail %s of an audit entry is named %s', (name, shown) => {
  expect(formatDetailName(name)).toBe(shown);
});

test.each([
  [true, 'Yes'],
  [false, 'No'],
  [null, '–'],
  [[], '–'],
  [[70, 71], '70, 71'],
  [{ folderId: 2, names: ['a', 'b'] }, 'Folder ID: 2, Names: a, b'],
  ['plain text', 'plain text'],
])('the value %j of a detail is shown as %s', (value, shown) => {
  expect(formatDetail(value)).toBe(shown);
});

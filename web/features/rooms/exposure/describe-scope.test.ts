import { expect, test } from 'vitest';
import { describeDraft, describeScope } from './describe-scope.ts';

test('a check names the drafts to which it is limited', () => {
  const of = (names: string[], counts = { folders: 0, files: names.length, changes: 0 }) =>
    describeScope({ includesDrafts: true, selection: { ...counts, names } });
  expect(of(['a.txt'])).toBe('only 1 selected draft: “a.txt”');
  expect(of(['a.txt', 'b.txt'], { folders: 1, files: 2, changes: 1 })).toBe(
    'only 4 selected drafts: “a.txt”, “b.txt”, and 2 more',
  );
  expect(of([], { folders: 0, files: 2, changes: 0 })).toBe('only 2 selected drafts');
  expect(describeScope({ includesDrafts: true, selection: null })).toBe('with drafts');
  expect(describeScope({ includesDrafts: false, selection: null })).toBe('without drafts');
});

test('a finding names the draft that shows it', () => {
  expect(describeDraft({ kind: 'move', entryKind: 'file', name: 'a.txt' })).toBe('Move: a.txt');
  expect(describeDraft({ kind: 'folder', entryKind: 'folder', name: null })).toBe(
    'New folder that is no longer here',
  );
});

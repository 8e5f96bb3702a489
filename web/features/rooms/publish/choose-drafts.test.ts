import { expect, test } from 'vitest';
import type { Draft, DraftChange } from '#shared/contracts/rooms/drafts.ts';
import { listKeys, toggleDraft, toSelection } from './choose-drafts.ts';

const entry = (kind: Draft['kind'], id: number, folderId: number): Draft => ({
  ...{ kind, id, name: `${kind} ${id}`, folderId, folderNames: [] },
  createdAt: '2026-01-01T00:00:00.000Z',
});
const change = (id: number, kind: DraftChange['kind'], toFolderId?: number): DraftChange => ({
  ...{ id, kind, entryKind: 'file', entryId: 9, name: 'Lease', group: null, level: null, version: null },
  toFolder: toFolderId === undefined ? null : { id: toFolderId, name: 'To' },
  ...{ author: 'Ann', createdAt: '2026-01-01T00:00:00.000Z', mayDiscard: true },
});

/** Folder 2 is in folder 1, files 3 and 4 in folders 2 and 1, file 5 in a published folder; something moves to folder 2. */
const DRAFTS = {
  entries: [
    entry('folder', 1, 100),
    entry('folder', 2, 1),
    entry('file', 3, 2),
    entry('file', 4, 1),
    entry('file', 5, 100),
  ],
  changes: [change(1, 'move', 2), change(2, 'move', 100), change(3, 'level')],
};
const ALL = new Set(listKeys(DRAFTS));

const leftAfter = (key: string) => [...ALL].filter((other) => !toggleDraft(DRAFTS, ALL, key).has(other));
const chosenBy = (key: string) => [...toggleDraft(DRAFTS, new Set(), key)].toSorted();

test('a folder is left out with what is in it and what moves there', () => {
  expect(leftAfter('folder 1')).toEqual(['folder 1', 'folder 2', 'file 3', 'file 4', 'change 1']);
  expect(leftAfter('folder 2')).toEqual(['folder 2', 'file 3', 'change 1']);
  expect(leftAfter('file 5')).toEqual(['file 5']);
  expect(leftAfter('change 3')).toEqual(['change 3']);
});

test('what is chosen comes with the draft folders above it, and a folder with what is in it', () => {
  expect(chosenBy('file 3')).toEqual(['file 3', 'folder 1', 'folder 2']);
  expect(chosenBy('folder 2')).toEqual(['file 3', 'folder 1', 'folder 2']);
  expect(chosenBy('change 1')).toEqual(['change 1', 'folder 1', 'folder 2']);
  expect(chosenBy('change 2')).toEqual(['change 2']);
});

test('drafts that move folders into each other do not keep the choice from ending', () => {
  const drafts = { entries: [entry('folder', 1, 2), entry('folder', 2, 1)], changes: [] };
  expect([...toggleDraft(drafts, new Set(), 'folder 1')]).toHaveLength(2);
});

test('a selection has the ids of what is a draft still', () => {
  const chosen = new Set(['folder 1', 'file 4', 'file 77', 'change 3']);
  expect(toSelection(DRAFTS, chosen)).toEqual({ folderIds: [1], fileIds: [4], changeIds: [3] });
});

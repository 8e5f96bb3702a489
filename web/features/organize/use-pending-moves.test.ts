import { beforeEach, expect, test } from 'vitest';
import { dismissToast, getToasts } from '#web/ui/feedback/toast.ts';
import { checkPendingMove, listPossible } from './use-pending-moves.ts';

const room = {
  folders: [
    { id: 1, parentId: null },
    { id: 2, parentId: 1 },
  ],
  files: [{ id: 7, folderId: 1 }],
};
const getToastTexts = () => getToasts().flatMap(({ open, description }) => (open ? [description] : []));

beforeEach(() => {
  for (const { id } of getToasts()) dismissToast(id);
});

test('a file can be moved to another folder but not to its own', () => {
  expect(checkPendingMove(room, [], { itemId: 7, itemType: 'file', targetFolderId: 2 })).toBe(true);
  expect(checkPendingMove(room, [], { itemId: 7, itemType: 'file', targetFolderId: 1 })).toBe(false);
  expect(getToastTexts()).toEqual([]);
});

test.each([
  { itemId: 8, itemType: 'file', targetFolderId: 2 },
  { itemId: 7, itemType: 'file', targetFolderId: 3 },
] as const)('a move of a removed item or to a removed folder is reported: %o', (move) => {
  expect(checkPendingMove(room, [], move)).toBe(false);
  expect(getToastTexts()).toEqual(['An error occurred while moving the item.']);
});

test('pending moves count when the next move is checked', () => {
  const waiting = [{ itemId: 2, itemType: 'folder', targetFolderId: null }] as const;
  const move = { itemId: 1, itemType: 'folder', targetFolderId: 2 } as const;
  expect(checkPendingMove(room, waiting, move)).toBe(true);
  expect(checkPendingMove(room, [], move)).toBe(false);
  expect(getToastTexts()).toEqual(['Cannot move a folder into one of its descendants.']);
});

test('moves from an ended session are restored where they are still possible', () => {
  const possible = [
    { itemId: 7, itemType: 'file', targetFolderId: 2 },
    { itemId: 2, itemType: 'folder', targetFolderId: null },
  ] as const;
  const impossible = [
    { itemId: 7, itemType: 'file', targetFolderId: 1 },
    { itemId: 8, itemType: 'file', targetFolderId: 2 },
    { itemId: 7, itemType: 'file', targetFolderId: 3 },
  ] as const;
  expect(listPossible(room, [...possible, ...impossible])).toEqual(possible);
  expect(getToastTexts()).toEqual([]);
});

import { expect, test } from 'vitest';
import { applyMoves, type PendingMove, sortForSaving, withMove, withoutMove } from './pending-moves.ts';

const folder = (itemId: number, targetFolderId: number | null): PendingMove => ({
  itemId,
  itemType: 'folder',
  targetFolderId,
});
const file = (itemId: number, targetFolderId: number | null): PendingMove => ({
  itemId,
  itemType: 'file',
  targetFolderId,
});

test('a new move of an item replaces the earlier one', () => {
  expect(withMove([folder(1, 2), file(1, 2)], folder(1, 3))).toEqual([file(1, 2), folder(1, 3)]);
});

test('a folder and a file with the same id are different items', () => {
  expect(withoutMove([folder(1, 2), file(1, 2)], file(1, null))).toEqual([folder(1, 2)]);
});

test('folders are saved before files, each in the order in which they were moved', () => {
  expect(sortForSaving([file(1, 2), folder(3, null), file(4, 2), folder(5, 3)])).toEqual([
    folder(3, null),
    folder(5, 3),
    file(1, 2),
    file(4, 2),
  ]);
});

test('pending moves are applied to the tree before the next check', () => {
  const nodes = [
    { id: 1, parentId: null },
    { id: 2, parentId: null },
  ];
  expect(applyMoves(nodes, [folder(1, 2), file(2, 1)])).toEqual([
    { id: 1, parentId: 2 },
    { id: 2, parentId: null },
  ]);
});

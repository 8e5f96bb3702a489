import { expect, test } from 'vitest';
import type { ComparisonHunk } from '#shared/contracts/versions/compare.ts';
import { cutIntoSegments, describeCounts, findRowsOfHunks, groupByRow, listRows } from './changed-rows.ts';

const piece = (start: number, text: string) => ({ start, text, page: null, cells: null, kind: 'paragraph' });
const place = (start: number, end: number) => ({ page: null, start, end });

const rows = [
  { a: [piece(0, 'One two.')], b: [piece(0, 'One 2.')] },
  { a: [piece(9, 'Moved.')], b: [] },
  { a: [piece(16, 'Same.')], b: [piece(7, 'Same.')] },
  { a: [], b: [piece(13, 'Moved.')] },
];
const hunks: ComparisonHunk[] = [
  { kind: 'replace', a: place(4, 7), b: place(4, 5) },
  { kind: 'move', a: place(9, 15), b: place(13, 19) },
];

test('changes are found in their rows, and rows without changes can be left out', () => {
  const rowsOfHunks = findRowsOfHunks({ rows, hunks });
  expect(rowsOfHunks).toEqual([[0], [3, 1]]);
  const changed = groupByRow(rowsOfHunks);
  expect(listRows(4, changed, true)).toEqual([{ row: 0 }, { row: 1 }, { hiddenRows: 1 }, { row: 3 }]);
  expect(listRows(4, changed, false)).toHaveLength(4);
});

test('a paragraph is cut where changes begin and end, also within a move', () => {
  expect(cutIntoSegments(piece(0, 'One two.'), 'a', hunks, [0])).toEqual([
    { text: 'One ', change: undefined, move: undefined },
    { text: 'two', change: 0, move: undefined },
    { text: '.', change: undefined, move: undefined },
  ]);
  const within: ComparisonHunk[] = [...hunks, { kind: 'replace', a: place(9, 10), b: place(13, 14) }];
  expect(cutIntoSegments(piece(13, 'Moved.'), 'b', within, [1, 2])).toEqual([
    { text: 'M', change: 2, move: 1 },
    { text: 'oved.', change: undefined, move: 1 },
  ]);
});

test('counts name the kinds that occur', () => {
  expect(describeCounts(hunks)).toBe('2 changes: 1 replaced, 1 moved');
  expect(describeCounts(hunks.slice(1))).toBe('1 change: 1 moved');
});

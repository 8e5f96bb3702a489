import { expect, test } from 'vitest';
import { PermittedView } from '../retrieval/permitted-view.ts';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';
import { correctWords, editDistance } from './correct-words.ts';

test.for([
  ['lease', 'lease', 0],
  ['lease', 'leese', 1],
  ['lease', 'lase', 1],
  ['lease', 'leases', 1],
  ['lease', 'laese', 1],
  ['termination', 'terminatoin', 1],
  ['indemnity', 'indennitty', 2],
  ['', 'ab', 2],
] as const)('%s and %s have the distance %d', ([one, other, distance]) => {
  expect(editDistance(one, other, 2)).toBe(distance);
  expect(editDistance(other, one, 2)).toBe(distance);
});

test('words above the maximum distance are reported as such', () => {
  expect(editDistance('lease', 'mortgage', 2)).toBe(3);
  expect(editDistance('abcdef', 'uvwxyz', 1)).toBe(2);
});

/** The distance from the whole table, cell by cell. */
function alignWhole(source: string, target: string): number {
  const table = Array.from({ length: source.length + 1 }, (_, row) =>
    Array.from({ length: target.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const at = (row: number, column: number) => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= source.length; row++)
    for (let column = 1; column <= target.length; column++) {
      const [letter, other] = [source[row - 1], target[column - 1]];
      const isSwap = row > 1 && column > 1 && letter === target[column - 2] && source[row - 2] === other;
      const costs = [
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + Number(letter !== other),
        ...(isSwap ? [at(row - 2, column - 2) + 1] : []),
      ];
      (table[row] ?? [])[column] = Math.min(...costs);
    }
  return at(source.length, target.length);
}

test('all words of up to five of two letters have the distance of the whole table, up to the maximum', () => {
  const words = Array.from({ length: 5 }, (_, at) => at + 1).flatMap((length) =>
    Array.from({ length: 2 ** length }, (_, bits) =>
      bits.toString(2).padStart(length, '0').replaceAll('0', 'a').replaceAll('1', 'b'),
    ),
  );
  const wrong = words.flatMap((one) =>
    words.filter((other) =>
      [1, 2].some((max) => editDistance(one, other, max) !== Math.min(max + 1, alignWhole(one, other))),
    ),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ['What does Aldon pay?', 'alden', true],
  ['What does aldon pay?', 'alden', false],
  ['Aldon pays a rent', 'alden', false],
  ['WHAT DOES ALDON PAY?', 'alden', false],
  ['Welche Miete zahlt die Aldon nach dem Vertrag?', 'alden', false],
])('“%s” corrects to %s, written as a name: %s', (text, word, isName) => {
  const { index } = createInMemoryIndex([{ id: 1, texts: ['Alden pays the rent of the quay.'] }]);
  const corrected = correctWords(new PermittedView(index, () => true), text);
  expect(corrected?.words).toContainEqual({ word, isName });
});

test('a form of a word is replaced, and is no misspelling of another', () => {
  const { index } = createInMemoryIndex([{ id: 1, texts: ['Victorian lines have a broad gauge.'] }]);
  const view = new PermittedView(index, () => true);
  expect(correctWords(view, 'Which gauge is used in Victoria?')).toEqual({
    text: 'Which gauge is used in victorian?',
    words: [],
  });
});

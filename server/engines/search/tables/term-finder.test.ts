import { expect, test } from 'vitest';
import { PermittedView } from '../retrieval/permitted-view.ts';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';
import { createTermFinder } from './term-finder.ts';

const CELLS = [
  'Elm Dairy 4',
  'ELM-DAIRY',
  'Helm of a ship',
  'FY18',
  '2018E',
  '14',
  '4.50',
  'Löhne der Elm',
  `${'x'.repeat(64)}elm`,
  'opens, opened',
  '开 4',
  '',
];

test.each([
  'Which invoices of Elm Dairy 4 are open?',
  'What were the wages of Elm in 2018?',
  'What is 4.5 of the opening?',
  'Which ship?',
  'How high is the (deposit?',
])('“%s” finds the same words in rows as in any text', (question) => {
  const { index } = createInMemoryIndex([
    { id: 1, texts: [CELLS.join('; ')] },
    { id: 2, texts: ['Opening of deposits'] },
  ]);
  const { find, findAmong } = createTermFinder(new PermittedView(index, () => true), question);
  const findInRow = findAmong([{ chunk: 0 }]);
  for (const cell of CELLS) expect([cell, findInRow(cell).found]).toEqual([cell, find(cell).found]);
});

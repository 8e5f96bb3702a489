import { expect, test } from 'vitest';
import { PermittedView } from '../retrieval/permitted-view.ts';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';
import { countOtherSentences } from './count-other-sentences.ts';

const RESERVE =
  'At March 31, 2019, we had a $2.2 million liability reserve for unrecognized income tax positions.';
const NOTICE = 'Either party may terminate this lease with a notice of thirty days to the other.';
const LAW = '12.3 This agreement is governed by the laws of Norway, and disputes are settled in Oslo.';
const FEE =
  'What is the liability reserve for unrecognized income tax positions, how much at March 31, 2019?';

/** Counts for an answer in the first of several documents, each with a title, that all but says the same. */
function count(question: string, texts: readonly string[], titles: readonly string[] = []): number {
  const { index } = createInMemoryIndex(
    texts.map((text, id) => ({ id, title: titles[id] ?? 'Report', texts: [text] })),
  );
  const passages = texts.flatMap((text, id) => {
    const entry = index.find(id);
    return entry === undefined ? [] : [{ entry, text, sentence: { start: 0, end: text.length } }];
  });
  const [first, ...others] = passages;
  if (first === undefined) throw new Error('There is no document');
  return countOtherSentences(new PermittedView(index, () => true), question, [first, ...others]);
}

test.each([
  ['another amount', FEE, RESERVE, RESERVE.replace('2.2', '7.4'), 1],
  ['the same amount', FEE, RESERVE, RESERVE, 0],
  [
    'another length of time',
    'How long is the notice of the lease?',
    NOTICE,
    NOTICE.replace('thirty', 'sixty'),
    1,
  ],
  ['another amount of something else', FEE, RESERVE, 'The rent of the quay is $2.4 million.', 0],
  ['another number of a clause', 'Which law governs the agreement?', LAW, LAW.replace('12.3', '14.1'), 0],
])('a document that says %s counts so', (_, question, text, other, expected) => {
  expect(count(question, [text, other])).toBe(expected);
});

test('a sentence among others of a passage counts, each document once, and three at most', () => {
  const other = `Taxes are paid in May. ${RESERVE.replace('2.2', '7.4')} The auditor agrees.`;
  expect(count(FEE, [RESERVE, other])).toBe(1);
  expect(count(FEE, [RESERVE, other, other, other, other])).toBe(3);
});

test('a document that the question does not name does not count', () => {
  const [texts, titles] = [
    [RESERVE, RESERVE.replace('2.2', '7.4')],
    ['Alder report', 'Birch report'],
  ];
  expect(count(FEE.replace('What is', 'What is at Alder'), texts, titles)).toBe(0);
  expect(count(FEE, texts, titles)).toBe(1);
});

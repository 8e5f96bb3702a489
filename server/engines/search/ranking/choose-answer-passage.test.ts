import { expect, test } from 'vitest';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';
import { isContents } from './choose-answer-passage.ts';

const CONTENTS = [
  '1. Notice and termination; 3',
  '2. Fees of the agent; 4',
  '3. Confidentiality; 6',
  '4. Governing law; 18',
];

test('a table of contents has page numbers that grow at the ends of its lines', () => {
  expect(isContents(CONTENTS.join('\n'))).toBe(true);
  expect(isContents('1. Notice ..... 3\n2. Fees ..... 4\n3. Secrets ..... 4\n4. Law ..... 9')).toBe(true);
  expect(isContents(CONTENTS.toReversed().join('\n'))).toBe(false);
  expect(isContents('Rent: 100\nDeposit: 300\nFee: 20\nTax: 7')).toBe(false);
});

const answerTo = (text: string, texts: readonly string[]) => {
  const filler = Array.from({ length: 6 }, (_, at) => `Clause ${at} is about the colour of the ${at} boats.`);
  const { find } = createInMemoryIndex([
    { id: 1, texts: [...texts, ...filler] },
    { id: 2, texts: ['Ships.'] },
  ]);
  const [hit] = find({ text, limit: 10, method: 'hybrid', accessFilter: { all: true } }).hits;
  return hit?.chunk.text.slice(hit.sentence.start, hit.sentence.end);
};

test('the answer comes from the clause, not from the table of contents', () => {
  const clause = 'This agreement is governed by the law of Norway.';
  expect(answerTo('Which governing law applies?', [CONTENTS.join('\n'), clause])).toBe(clause);
});

test('a passage with the type of answer that is asked for is preferred to an earlier one without', () => {
  const definition =
    'The retention amount means the sum that is held for the sellers and released by the agent.';
  const clause = 'The agent releases the retention amount to the sellers on 4 May 2027.';
  expect(answerTo('When is the retention amount released to the sellers?', [definition, clause])).toBe(
    clause,
  );
});

import { expect, test } from 'vitest';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';

const FILLER = Array.from(
  { length: 8 },
  (_, at) => `Kenway Marine and the lease of Kenway Marine, part ${at}.`,
);

const firstText = (texts: string[], question: string) => {
  const { ask } = createInMemoryIndex([
    { id: 1, title: 'Lease Kenway Marine', texts },
    {
      id: 2,
      title: 'Lease Borg Textiles',
      texts: ['Each party may terminate with notice. '.repeat(3), ...FILLER],
    },
  ]);
  const [hit] = ask(question);
  return [hit?.documentId, hit?.chunk.text];
};

test('inside a document, words that name it do not outweigh what the question asks', () => {
  const wanted = 'Either side ends the contract by notice of six weeks.';
  const texts = [...FILLER, wanted];
  expect(firstText(texts, 'What notice does the lease of Kenway Marine require?')).toEqual([1, wanted]);
  expect(firstText(texts, 'Consider the lease with Kenway Marine; what notice is required?')).toEqual([
    1,
    wanted,
  ]);
});

test('a clause before a semicolon that names no document counts as part of the question', () => {
  const wanted = 'Insurance: the ships are insured against fire.';
  expect(firstText([...FILLER, wanted], 'insurance; ships of Kenway Marine')).toEqual([1, wanted]);
});

test.each([
  'What is the definition of "Business Day"?',
  'What does Business Day mean in the lease of Kenway Marine?',
  'How is the term “Business Day” defined?',
])('the passage that defines the expression comes first: %s', (question) => {
  const wanted = '“Business Day” means a day on which banks are open.';
  const others = FILLER.map(
    (text) => `${text} Payment is due on a Business Day; a Business Day after that is late.`,
  );
  expect(firstText([...others, wanted], question)).toEqual([1, wanted]);
});

test('a question of nothing but names keeps the order of the ranking', () => {
  const { ask } = createInMemoryIndex([{ id: 1, title: 'Kenway', texts: [...FILLER, 'nothing'] }]);
  expect(ask('Kenway')).toHaveLength(9);
});

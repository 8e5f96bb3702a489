import { expect, test } from 'vitest';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';

const DOCUMENTS = [
  {
    id: 1,
    title: 'Agreement Alma Foods',
    texts: ['An agreement between Alma Foods and others.', 'Otto Glass buys it.', 'The price is one euro.'],
  },
  { id: 2, texts: ['An agreement between Alma Foods and Borg.', 'The price is two euro.'] },
  { id: 3, texts: ['The price of Otto Glass is three euro.'] },
];

const idsOf = (question: string) => {
  const { ask } = createInMemoryIndex(DOCUMENTS);
  return [...new Set(ask(question).map(({ documentId }) => documentId))];
};

test('quoted names in a question restrict the documents, not the passages', () => {
  const { ask } = createInMemoryIndex(DOCUMENTS);
  const hits = ask(
    'Consider the agreement between "Alma Foods, Inc." and "Otto Glass"; which price is agreed in euro?',
  );
  expect([hits[0]?.documentId, hits[0]?.chunk.text]).toEqual([1, 'The price is one euro.']);
  expect(new Set(hits.map(({ documentId }) => documentId))).toEqual(new Set([1]));
});

test('of several quoted names, the documents with the most of them are searched', () => {
  expect(idsOf('price "Alma Foods" "Varga Textiles"').sort()).toEqual([1, 2]);
});

test('quotes that occur nowhere do not empty the answer to a question', () => {
  expect(idsOf('Which price in euro does the agreement with "Varga Textiles" name?').length).toBeGreaterThan(
    0,
  );
  expect(idsOf('"Varga Textiles" price')).toEqual([]);
});

test('passages with the quoted words come before others of their document', () => {
  const { ask } = createInMemoryIndex(DOCUMENTS);
  expect(ask('price "Otto Glass"').map(({ documentId, chunk }) => [documentId, chunk.ordinal])).toEqual([
    [3, 0],
    [1, 1],
    [1, 2],
  ]);
});

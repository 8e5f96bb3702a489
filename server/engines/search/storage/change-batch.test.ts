import { expect, test } from 'vitest';
import { countNextBatch, type IndexChange } from './change-batch.ts';

function put(id: number, chunks = 1): IndexChange {
  const chunk = { ordinal: 0, text: '', headings: '', start: 0, end: 0 };
  const document = { id, location: { folderId: 1, ownerId: 1 }, title: '', path: '', opening: '' };
  return {
    method: 'putDocument',
    args: [{ ...document, chunks: Array.from({ length: chunks }, () => chunk) }],
  };
}

test('a position is stored in the transaction of the changes before it', () => {
  expect(
    countNextBatch([put(1), { method: 'removeDocument', args: [2] }, { method: 'setPosition', args: [9] }]),
  ).toBe(3);
});

test('a second change of a document waits for the next transaction', () => {
  expect(countNextBatch([put(1), put(2), { method: 'removeDocument', args: [1] }])).toBe(2);
});

test('clear has a transaction of its own', () => {
  const clear: IndexChange = { method: 'clear', args: [] };
  expect(countNextBatch([put(1), clear, put(2)])).toBe(1);
  expect(countNextBatch([clear, put(2)])).toBe(1);
});

test('a transaction is bounded, and one large document still fits', () => {
  expect(countNextBatch([put(1, 3000), put(2, 3000), put(3)])).toBe(2);
  expect(countNextBatch([put(1, 50_000), put(2)])).toBe(1);
});

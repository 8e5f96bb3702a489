import { expect, test } from 'vitest';
import type { Change } from './index-change.ts';
import { nextBatch } from './change-batch.ts';

function put(id: number, chunks = 1): Change {
  const chunk = { ordinal: 0, text: '', headings: '', start: 0, end: 0 };
  const document = { id, place: { folderId: 1, ownerId: 1 }, title: '', path: '', head: '' };
  return { method: 'put', args: [{ ...document, chunks: Array.from({ length: chunks }, () => chunk) }] };
}

test('a position goes into the transaction of the changes before it', () => {
  expect(nextBatch([put(1), { method: 'remove', args: [2] }, { method: 'advance', args: [9] }])).toBe(3);
});

test('a second change of a document waits for the next transaction', () => {
  expect(nextBatch([put(1), put(2), { method: 'remove', args: [1] }])).toBe(2);
});

test('clear stands alone', () => {
  const clear: Change = { method: 'clear', args: [] };
  expect(nextBatch([put(1), clear, put(2)])).toBe(1);
  expect(nextBatch([clear, put(2)])).toBe(1);
});

test('a transaction stays bounded, and one large document still goes in', () => {
  expect(nextBatch([put(1, 3000), put(2, 3000), put(3)])).toBe(2);
  expect(nextBatch([put(1, 50_000), put(2)])).toBe(1);
});

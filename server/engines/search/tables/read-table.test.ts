import { expect, test } from 'vitest';
import type { Chunk } from '../search-types.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { readAround } from './read-table.ts';

/** Reads around a passage of a document of so many; returns the first and last that were read. */
function around(chunkCount: number, chunk: number, more: Partial<Chunk> = {}) {
  const entry = { firstChunk: 0, chunkCount } as IndexedEntry;
  const readChunk = ({ chunk: at }: { chunk: number }): Chunk => ({
    ...{ ordinal: at, text: `a; b${at}`, headings: '', start: at * 10, end: at * 10 + 9 },
    ...more,
  });
  const passage = { entry, chunk, chunkRead: readChunk({ chunk }) };
  const { passages, isComplete } = readAround(passage, readChunk);
  return [passages[0]?.chunk, passages.at(-1)?.chunk, isComplete];
}

test('of a page or text as many passages are read behind a row as before it', () => {
  expect(around(40, 20)).toEqual([14, 26, false]);
  expect(around(10, 5)).toEqual([0, 9, true]);
});

test('a CSV file is read like a sheet', () => {
  expect(around(120, 60, { range: 'A2:C9' })).toEqual([0, 119, true]);
  expect(around(120, 60, { sheet: 'Rent' })).toEqual([0, 119, true]);
});

import { expect, test, vi } from 'vitest';
import type { Chunk } from '../search-types.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { TableReader } from './table-reader.ts';

test('lines above a table neither read it again nor use up the tables of a question', () => {
  const notes = Array.from({ length: 60 }, (_, at) => `zebra${at}; q: 1`);
  const text = [...notes, 'Name; Rent', 'Name: Berlin; Rent: 1', 'Name: Bonn; Rent: 2'].join('\n');
  const chunkRead = { text, start: 0, end: text.length, headings: '', sheet: 'S' } as Chunk;
  const entry = { firstChunk: 0, chunkCount: 1 } as IndexedEntry;
  const tables = new TableReader(() => chunkRead);
  const passage = tables.readPassage(entry, 0);
  let at = 0;
  const found = text.split('\n').map((line) => {
    const row = tables.findRow(passage, at);
    at += line.length + 1;
    return row?.read.table;
  });
  expect(found.slice(0, 61).every((table) => table === undefined)).toBe(true);
  expect(found[62]?.rows).toHaveLength(2);
  expect(found[61]).toBe(found[62]);
});

test('the characters that a question reads for tables are limited', () => {
  // Rows with one name are no table, which shows only when all of them are read.
  const rows = Array.from({ length: 400 }, () => `a: 1; ${'y'.repeat(500)}`);
  const text = rows.join('\n');
  const chunkRead = { text, start: 0, end: text.length, headings: '', sheet: 'S' } as Chunk;
  const tables = new TableReader(() => chunkRead);
  const passage = tables.readPassage({ firstChunk: 0, chunkCount: 1 } as IndexedEntry, 0);
  const split = vi.spyOn(String.prototype, 'split');
  for (const [at, row] of rows.entries()) tables.findRow(passage, at * (row.length + 1));
  const pieces = split.mock.calls.length;
  split.mockRestore();
  // Unlimited, each of the 400 rows would read all others several times.
  expect(pieces).toBeLessThan(15 * 10 * rows.length);
});

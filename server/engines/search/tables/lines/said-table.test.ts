import { afterEach, expect, test, vi } from 'vitest';
import type { TextLine } from '../table-types.ts';
import { parseSaidTable } from './said-table.ts';

const toLines = (texts: readonly string[]): TextLine[] => {
  let start = 0;
  return texts.map((text) => {
    const line = { text, start, end: start + text.length };
    start = line.end + 1;
    return line;
  });
};

afterEach(() => vi.restoreAllMocks());

test('a cell of thousands of parts is read without comparing each with every column', () => {
  const names = Array.from({ length: 1000 }, (_, at) => `n${at}`);
  const values = (value: string) => names.map((name) => `${name}: ${value}`).join('; ');
  const lines = toLines([names.join('; '), values('1'), Array(500).fill('x').join('; '), values('2')]);
  const compared = vi.spyOn(String.prototype, 'startsWith');
  const table = parseSaidTable(lines, 1, true);
  expect(compared.mock.calls.length).toBeLessThan(100);
  expect(table?.rows.map(({ cells }) => cells.at(-1))).toEqual(['1', '', '2']);
  expect(table?.rows[1]?.cells[0]).toHaveLength(1498);
});

test('the table below a line of names is read once, whichever of its lines is asked for', () => {
  let read = 0;
  const lines = toLines([
    ...Array.from({ length: 19 }, () => 'zebra; q: 1'),
    'Name; Rent',
    'Name: Berlin; Rent: 1',
    ...Array.from({ length: 200 }, (_, at) => `Name: B${at}; Rent: ${at}`),
  ]).map(({ text, ...place }) => ({
    ...place,
    get text() {
      read++;
      return text;
    },
  }));
  const tables = [...lines.keys()].map((at) => parseSaidTable(lines, at, true));
  expect(new Set(tables).size).toBe(1);
  expect(tables[0]?.rows).toHaveLength(201);
  expect(read).toBeLessThan(10 * lines.length);
});

test('the name of a column may have a colon, and several columns the same name', () => {
  const lines = toLines(['Site; Rent: net; Note; Note', 'Site: Bern; Rent: net: 5; Note: a: b; Note: c; d']);
  expect(parseSaidTable(lines, 1, true)?.rows[0]?.cells).toEqual(['Bern', '5', 'a: b', 'c; d']);
});

test('a table of more cells than a sheet of 2,000 rows and 200 columns has is not read', () => {
  const names = Array.from({ length: 900 }, (_, at) => `n${at}`);
  const row = 'n0: 1; n1: 2';
  const rows = (count: number) => toLines([names.join('; '), ...Array.from({ length: count }, () => row)]);
  expect(parseSaidTable(rows(440), 1, true)?.rows).toHaveLength(440);
  expect(parseSaidTable(rows(450), 1, true)).toBeUndefined();
});

import { utils, write } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { findRow } from './find-row.ts';
import { readCsv } from './read-csv.ts';
import { readWorkbook } from './read-workbook.ts';
import { describeSheet } from './sheet.ts';

const bytesOf = (text: string): ArrayBuffer => new Uint8Array(Buffer.from(text)).buffer;

function makeWorkbook(rows: unknown[][], bookType: 'xlsx' | 'ods' | 'biff8' = 'xlsx'): ArrayBuffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Costs');
  return new Uint8Array(write(book, { type: 'buffer', bookType })).buffer;
}

test.each([
  ['xlsx', '1,234.50'],
  ['biff8', '1,234.50'],
  // The library does not write number formats to this type.
  ['ods', '1234.5'],
] as const)('cells of a %s workbook are read as formatted', (bookType, cost) => {
  const amount = { t: 'n', v: 1234.5, z: '#,##0.00' };
  const [table] = readWorkbook(
    makeWorkbook(
      [
        ['Item', 'Cost'],
        ['Rent', amount],
      ],
      bookType,
    ),
  );
  expect(table?.sheet).toMatchObject({ name: 'Costs', rows: 2, columns: 2, isTruncated: false });
  expect([table?.read(1, 0), table?.read(1, 1), table?.read(7, 7)]).toEqual(['Rent', cost, undefined]);
});

test('CSV files are read in the encodings that Excel writes', () => {
  const [utf8] = readCsv(bytesOf('Name;Ort\nMüller;Köln\n'));
  expect(utf8?.read(1, 0)).toBe('Müller');
  const [western] = readCsv(new Uint8Array(Buffer.from('Name,Ort\nMüller,Köln', 'latin1')).buffer);
  expect(western?.read(1, 1)).toBe('Köln');
  const [wide] = readCsv(new Uint8Array(Buffer.from('\ufeffName\tOrt\nMüller\tKöln', 'utf16le')).buffer);
  expect(wide?.read(1, 0)).toBe('Müller');
  expect(readCsv(bytesOf('\n\n'))).toEqual([]);
});

test('an oversized sheet is truncated', () => {
  const sheet = describeSheet('', { rows: 2_000_000, columns: 16_384 }, () => 'x'.repeat(9999));
  expect(sheet).toMatchObject({ rows: 500_000, columns: 200, isTruncated: true });
  expect(Math.max(...sheet.widths)).toBe(40);
});

test('a citation finds its row regardless of cell order, and no row for other text', () => {
  const rows = [
    ['Customer', 'Revenue'],
    ['Aster Rail', '14,200,000'],
    ['Belmont Wind', '9,750,000'],
    ['', ''],
  ];
  const read = (row: number, column: number) => rows[row]?.[column];
  const sheet = describeSheet('', { rows: rows.length, columns: 2 }, read);
  expect(findRow(sheet, read, 'Customer: Belmont Wind; Revenue: 9,750,000')).toBe(2);
  expect(findRow(sheet, read, 'revenue 14.200.000, aster rail')).toBe(1);
  expect(findRow(sheet, read, 'The landlord lets the second floor')).toBeNull();
});

import { utils, type WorkSheet, write } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { findHiddenParts } from './hidden-parts.ts';
import { readBook } from './read-book.ts';
import { READ_OPTIONS } from './write-workbook.ts';

type BookType = 'xlsx' | 'xlsb' | 'biff8' | 'ods' | 'xlml';

/** Reads a workbook with cells that have a format and no value, beside and below others, and a merged cell. */
function readFormatted(bookType: BookType): WorkSheet {
  const sheet = utils.aoa_to_sheet([['Rent', 900], ['Deposit']]);
  for (const address of ['C1', 'D1', 'B2', 'A3', 'B3', 'A4']) sheet[address] = { t: 'z', z: '0.00' };
  sheet['!ref'] = 'A1:D4';
  sheet['!cols'] = [{}, { hidden: true }];
  sheet['!merges'] = [utils.decode_range('A2:C2')];
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Costs');
  const bytes = write(book, { type: 'buffer', bookType, cellStyles: true });
  return readBook(bytes, { ...READ_OPTIONS, type: 'buffer' }).Sheets['Costs'] ?? {};
}

test.each(['xlsx', 'xlsb', 'biff8', 'ods', 'xlml'] as const)(
  'empty cells with a format, and those that a merged cell covers, are not read from a workbook (%s)',
  (bookType) => {
    const cells = (readFormatted(bookType)['!data'] ?? []).flatMap((row) => Object.values(row ?? []));
    expect(cells.map(({ v }) => v)).toEqual(['Rent', 900, 'Deposit']);
  },
);

// Those of OpenDocument are not read by the library.
test.each(['xlsx', 'xlsb', 'biff8', 'xlml'] as const)('hidden columns are known (%s)', (bookType) => {
  expect(findHiddenParts(readFormatted(bookType))?.isColumnHidden(1)).toBe(true);
});

import { utils, write } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { findHiddenParts } from './hidden-parts.ts';
import { readBook } from './read-book.ts';
import { READ_OPTIONS } from './write-workbook.ts';

/** Writes a workbook with cells that have a format and no value, beside and below others. */
function makeFormatted(bookType: 'xlsx' | 'xlsb' | 'biff8'): Buffer {
  const sheet = utils.aoa_to_sheet([['Rent', 900], ['Deposit']]);
  for (const address of ['C1', 'D1', 'B2', 'A3', 'B3', 'A4']) sheet[address] = { t: 'z', z: '0.00' };
  sheet['!ref'] = 'A1:D4';
  sheet['!cols'] = [{}, { hidden: true }];
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Costs');
  return write(book, { type: 'buffer', bookType, cellStyles: true });
}

test.each(['xlsx', 'xlsb', 'biff8'] as const)(
  'empty cells with a format are not read from a workbook (%s), and hidden columns are known',
  (bookType) => {
    const book = readBook(makeFormatted(bookType), { ...READ_OPTIONS, type: 'buffer' });
    const sheet = book.Sheets['Costs'] ?? {};
    const cells = (sheet['!data'] ?? []).flatMap((row) => Object.values(row ?? []));
    expect(cells.map(({ v }) => v)).toEqual(['Rent', 900, 'Deposit']);
    expect(findHiddenParts(sheet)?.isColumnHidden(1)).toBe(true);
  },
);

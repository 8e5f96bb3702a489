import { utils, write } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { readRows } from './read-rows.ts';

it('a date beyond every calendar leaves its cell empty, and the other rows are read', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Path', 'Date'],
    ['a.txt', ''],
    ['b.txt', ''],
  ]);
  sheet.B2 = { t: 'n', v: 1e9, z: 'yyyy-mm-dd' };
  sheet.B3 = { t: 'n', v: 46_346, z: 'yyyy-mm-dd' };
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Index');
  const bytes = write(book, { type: 'buffer', bookType: 'xlsx' });
  expect(await readRows({ type: 'xlsx', maxRows: 10, timeoutMs: 10_000 }, bytes)).toEqual({
    rows: [
      ['Path', 'Date'],
      ['a.txt', ''],
      ['b.txt', '2026-11-20'],
    ],
  });
});

import { utils, write } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { readRows } from './read-rows.ts';

it('a date beyond every calendar leaves its cell empty, and the other rows are read', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Path', 'Date'],
    ['a.txt', ''],
    ['b.txt', ''],
  ]);
  const date = { t: 'n', z: 'yyyy-mm-dd' };
  Object.assign(sheet, { B2: { ...date, v: 1e9 }, B3: { ...date, v: 46_346 } });
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

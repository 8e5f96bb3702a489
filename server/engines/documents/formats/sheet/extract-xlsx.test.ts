import { utils, type WorkBook, write } from '@e965/xlsx';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  extractIndexed,
  extractText,
  summarizeBlocks,
} from '#server/engines/documents/extraction/testing/expect-blocks.ts';
import { makeZip } from '#server/engines/documents/testing/make-documents.ts';

const byVisibility = (one: readonly unknown[], other: readonly unknown[]): number =>
  Number(one[2]) - Number(other[2]);

function makeXlsx(workbook: WorkBook): Buffer {
  return write(workbook, { type: 'buffer', bookType: 'xlsx', compression: true });
}

describe('workbooks', () => {
  it('rows of a workbook are read as displayed, with headers, sheet and range, under an overview', async () => {
    const workbook = utils.book_new();
    const costs = utils.aoa_to_sheet([
      ['Costs of 2024'],
      ['Item', 'Due', 'Amount'],
      ['Rent', { t: 'n', v: 45_292, z: 'yyyy-mm-dd' }, { t: 'n', v: 1200.5, z: '#,##0.00' }],
      [],
      [null, null, { t: 'n', v: 0.25, z: '0%' }],
    ]);
    utils.book_append_sheet(workbook, costs, 'Costs');
    workbook.Props = { Title: 'Budget' };
    const { blocks, title, pages } = await extractIndexed('xlsx', makeXlsx(workbook));
    expect({ title, pages }).toEqual({ title: 'Budget', pages: null });
    expect(blocks.map(({ kind, text, sheet, range }) => [kind, text, sheet, range])).toEqual([
      ['heading', 'Costs', 'Costs', undefined],
      ['paragraph', 'Sheet Costs: 4 rows; columns: Item, Due, Amount', 'Costs', undefined],
      ['sheet-row', 'Costs of 2024', 'Costs', 'A1'],
      ['sheet-row', 'Item; Due; Amount', 'Costs', 'A2:C2'],
      ['sheet-row', 'Item: Rent; Due: 2024-01-01; Amount: 1,200.50', 'Costs', 'A3:C3'],
      ['sheet-row', 'Amount: 25%', 'Costs', 'C5'],
    ]);
  });

  it.each([
    ['contents follow after empty rows', [100_500], [], true],
    ['hidden contents follow', [100_000], [100_000], true],
    ['nothing follows', [99_999], [], false],
  ])('a sheet of more rows than are read says so where %s', async (_, filled, hidden, expected) => {
    const sheet = utils.aoa_to_sheet([['Rent']]);
    for (const row of filled) utils.sheet_add_aoa(sheet, [['Deposit']], { origin: { r: row, c: 0 } });
    sheet['!rows'] = [];
    for (const row of hidden) sheet['!rows'][row] = { hidden: true };
    const workbook = utils.book_new();
    utils.book_append_sheet(workbook, sheet, 'Costs');
    const bytes = write(workbook, { type: 'buffer', bookType: 'xlsx', cellStyles: true, compression: true });
    const { status } = await extractText('xlsx', bytes);
    expect(status === 'partly').toBe(expected);
  });

  it('a binary workbook is read as well', async () => {
    const workbook = utils.book_new();
    utils.book_append_sheet(
      workbook,
      utils.aoa_to_sheet([
        ['Item', 'Due'],
        ['Rent', 'May'],
      ]),
      'Costs',
    );
    const binary = write(workbook, { type: 'buffer', bookType: 'xlsb', compression: true });
    const { blocks } = await extractIndexed('xlsx', binary);
    expect(blocks.map(({ text }) => text)).toContain('Item: Rent; Due: May');
  });

  it('hidden sheets are included and marked as hidden, and empty ones are omitted', async () => {
    const workbook = utils.book_new();
    utils.book_append_sheet(workbook, utils.aoa_to_sheet([['Shown']]), 'First');
    utils.book_append_sheet(workbook, utils.aoa_to_sheet([['Tucked away']]), 'Second');
    utils.book_append_sheet(workbook, utils.aoa_to_sheet([]), 'Third');
    workbook.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }, { Hidden: 0 }] };
    const { blocks } = await extractIndexed('xlsx', makeXlsx(workbook));
    expect(summarizeBlocks(blocks)).toEqual([
      'heading First',
      'paragraph Sheet First: 1 rows',
      'sheet-row Shown',
      'heading Second',
      'paragraph Sheet Second (hidden): 1 rows',
      'sheet-row Tucked away',
    ]);
  });

  it('hidden rows, columns and sheets are marked, and what is shown says nothing of them', async () => {
    const workbook = utils.book_new();
    const bids = utils.aoa_to_sheet([
      ['Bidder', 'Floor', 'Offer'],
      ['Aster', 'low', 'five'],
      ['Belmont', 'high', 'six'],
    ]);
    bids['!cols'] = [{}, { hidden: true }, {}];
    bids['!rows'] = [{}, {}, { hidden: true }];
    utils.book_append_sheet(workbook, utils.aoa_to_sheet([['Walk away']]), 'Internal');
    utils.book_append_sheet(workbook, bids, 'Bids');
    workbook.Workbook = { Sheets: [{ Hidden: 2 }, { Hidden: 0 }] };
    for (const bookType of ['xlsx', 'xlsb'] as const) {
      const bytes = write(workbook, { type: 'buffer', bookType, cellStyles: true });
      const { blocks, title } = await extractIndexed('xlsx', bytes);
      expect(title).toBe('Bids');
      expect(
        blocks.map(({ text, range, isHidden }) => [text, range, isHidden === true]).toSorted(byVisibility),
      ).toEqual([
        ['Bids', undefined, false],
        ['Sheet Bids: 2 rows; columns: Bidder, Offer', undefined, false],
        ['Bidder; Offer', 'A1:C1', false],
        ['Bidder: Aster; Offer: five', 'A2:C2', false],
        ['Internal', undefined, true],
        ['Sheet Internal (hidden): 1 rows', undefined, true],
        ['Walk away', 'A1', true],
        ['Floor', 'B1', true],
        ['Floor: low', 'B2', true],
        ['Bidder: Belmont; Floor: high; Offer: six', 'A3:C3', true],
      ]);
    }
  });

  it('what a hidden column hides stands after the rows that are shown, so that these stay together', async () => {
    const workbook = utils.book_new();
    const rows = Array.from({ length: 60 }, (_, at) => [`Unit ${at}`, `secret ${at}`, `${at}00`]);
    const rents = utils.aoa_to_sheet([['Unit', 'Helper', 'Rent'], ...rows]);
    rents['!cols'] = [{}, { hidden: true }, {}];
    utils.book_append_sheet(workbook, rents, 'Rents');
    const bytes = write(workbook, { type: 'buffer', bookType: 'xlsx', cellStyles: true });
    const { blocks } = await extractIndexed('xlsx', bytes);
    const places = blocks.map(({ isHidden }) => isHidden === true);
    expect(places.indexOf(true)).toBe(places.filter((isHidden) => !isHidden).length);
    expect(places.filter(Boolean)).toHaveLength(61);
  });

  it('a sheet with more columns than are read is truncated', async () => {
    const workbook = utils.book_new();
    const wide = Array.from({ length: 1_001 }, (_, at) => `c${at}`);
    utils.book_append_sheet(workbook, utils.aoa_to_sheet([wide]), 'Wide');
    const extraction = await extractText('xlsx', makeXlsx(workbook));
    expect(extraction).toMatchObject({ status: 'partly', reasons: [{ code: 'truncated' }] });
  });

  it('columns beyond Z are named, and the declared size of a sheet is ignored', async () => {
    const workbook = utils.book_new();
    utils.book_append_sheet(workbook, { AB3: { t: 's', v: 'far' }, '!ref': 'AB3:AB3' }, 'Wide');
    const parts = unzipSync(makeXlsx(workbook));
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    const claiming = sheet.replace(/<dimension ref="[^"]*"/, '<dimension ref="A1:XFD1048576"');
    const { blocks } = await extractIndexed(
      'xlsx',
      makeZip({ ...parts, 'xl/worksheets/sheet1.xml': claiming }),
    );
    expect(claiming).not.toBe(sheet);
    expect(blocks.at(-1)).toMatchObject({ text: 'far', range: 'AB3' });
  });
});

import { type CellObject, utils, type WorkSheet, write } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { makeOdf } from '../../testing/make-open-documents.ts';
import { prepareDisplayedSheets } from './read-displayed-sheets.ts';
import { MAX_SHEET_ROWS } from './write-sheet.ts';

const MAX_COLUMNS = 200;
const LAST_COLUMN = 16_383;

/** Makes a sheet of these cells, by their rows and columns from 0; what lies between them is empty. */
function makeSheet(cells: readonly (readonly [row: number, column: number, cell: CellObject])[]): WorkSheet {
  const sheet: WorkSheet = {};
  const end = { r: 0, c: 0 };
  for (const [r, c, cell] of cells) {
    sheet[utils.encode_cell({ r, c })] = cell;
    end.r = Math.max(end.r, r);
    end.c = Math.max(end.c, c);
  }
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: end });
  return sheet;
}

async function isCut(sheet: WorkSheet, bookType: 'xlsx' | 'xlml' = 'xlsx'): Promise<boolean> {
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Costs');
  const bytes = write(book, { type: 'buffer', bookType, cellStyles: true, compression: true });
  const read = await prepareDisplayedSheets(bookType === 'xlml' ? 'xml' : 'xlsx', bytes, 2 ** 28);
  return read()[0]?.isCut ?? false;
}

async function isCsvCut(csv: string): Promise<boolean> {
  const read = await prepareDisplayedSheets('csv', Buffer.from(csv), 0);
  return read()[0]?.isCut ?? false;
}

const RENT: CellObject = { t: 's', v: 'Rent' };

describe.each(['xlsx', 'xlml'] as const)('a workbook with more rows than are shown (%s)', (bookType) => {
  test.each([
    ['its first row below them has contents', [MAX_SHEET_ROWS], [], true],
    ['the rows in front of the next contents are empty', [MAX_SHEET_ROWS + 500], [], true],
    ['the first row below them is hidden', [MAX_SHEET_ROWS, MAX_SHEET_ROWS + 1], [MAX_SHEET_ROWS], true],
    ['all further contents are hidden', [MAX_SHEET_ROWS], [MAX_SHEET_ROWS], false],
    ['it has no contents below them', [MAX_SHEET_ROWS - 1], [], false],
  ])('tells whether contents are left out where %s', async (_, filled, hidden, expected) => {
    const sheet = makeSheet([[0, 0, RENT], ...filled.map((row) => [row, 0, RENT] as const)]);
    sheet['!rows'] = [];
    for (const row of hidden) sheet['!rows'][row] = { hidden: true };
    expect(await isCut(sheet, bookType)).toBe(expected);
  });
});

test('a workbook whose further rows are hidden as far as they are read, and go on, says so', async () => {
  const numbers = Array.from({ length: 1_001 }, (_, at) => MAX_SHEET_ROWS + at);
  const sheet = makeSheet(numbers.map((row) => [row, 0, RENT]));
  sheet['!rows'] = [];
  for (const row of numbers.slice(0, -1)) sheet['!rows'][row] = { hidden: true };
  expect(await isCut(sheet)).toBe(true);
});

test.each([
  ['rows', MAX_SHEET_ROWS + 5_000, 0],
  ['columns', 0, MAX_COLUMNS + 5],
])('formats and empty texts in further %s are no contents', async (_, row, column) => {
  expect(
    await isCut(
      makeSheet([
        [0, 0, RENT],
        [row, column, { t: 'z', z: '0.00' }],
      ]),
    ),
  ).toBe(false);
  const at = [Math.min(row, MAX_SHEET_ROWS + 5), column] as const;
  expect(
    await isCut(
      makeSheet([
        [0, 0, RENT],
        [...at, { t: 's', v: '' }],
      ]),
    ),
  ).toBe(false);
});

test.each([
  ['contents', '', true],
  ['hidden contents', ' table:visibility="collapse"', false],
])('OpenDocument: %s below the rows that are shown', async (_, visibility, expected) => {
  const makeRow = (attributes: string, text: string) =>
    `<table:table-row${attributes}><table:table-cell>${text}</table:table-cell></table:table-row>`;
  const rows = [
    makeRow('', '<text:p>Rent</text:p>'),
    makeRow(` table:number-rows-repeated="${MAX_SHEET_ROWS + 10}"`, ''),
    makeRow(visibility, '<text:p>Deposit</text:p>'),
  ];
  const bytes = makeOdf('spreadsheet', `<table:table table:name="Costs">${rows.join('')}</table:table>`);
  const read = await prepareDisplayedSheets('ods', bytes, 2 ** 28);
  expect(read()[0]?.isCut).toBe(expected);
});

test('a cell at the far right of a long sheet costs no search through all columns of each row', async () => {
  const makeRow = (column: number) =>
    `<Row><Cell ss:Index="${column + 1}"><Data ss:Type="Number">1</Data></Cell></Row>`;
  const rows = makeRow(0).repeat(MAX_SHEET_ROWS - 1) + makeRow(LAST_COLUMN);
  const names =
    'xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"';
  const source = `<?xml version="1.0"?><Workbook ${names}><Worksheet ss:Name="Costs"><Table>${rows}</Table></Worksheet></Workbook>`;
  const read = await prepareDisplayedSheets('xml', Buffer.from(source), 0);
  const before = process.cpuUsage();
  expect(read()[0]?.isCut).toBe(true);
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
});

test('a CSV file whose further columns are empty in each row is whole, another one says so', async () => {
  const wide = `Rent;900${';'.repeat(MAX_COLUMNS + 50)}`;
  expect(await isCsvCut(`${wide}\n${wide}`)).toBe(false);
  expect(await isCsvCut(`${wide} \n${wide}`)).toBe(false);
  expect(await isCsvCut(`${wide}Total\n${wide}`)).toBe(true);
  expect(await isCsvCut('Rent\n'.repeat(MAX_SHEET_ROWS + 1))).toBe(true);
  expect(await isCsvCut('Rent\n'.repeat(MAX_SHEET_ROWS))).toBe(false);
});

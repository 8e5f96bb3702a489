import { buffer } from 'node:stream/consumers';
import { read, utils } from '@e965/xlsx';
import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { type Cell, createCsvStream, createXlsxStream } from './spreadsheet-files.ts';

const csvRows = async (rows: readonly (readonly Cell[])[]) => {
  const text = (await buffer(createCsvStream(rows))).toString();
  expect(text.startsWith('\ufeff')).toBe(true);
  return Papa.parse<string[]>(text.slice(1), { newline: '\r\n', skipEmptyLines: true }).data;
};

const sheetRows = async (rows: readonly (readonly Cell[])[]) => {
  const book = read(await buffer(createXlsxStream(rows)));
  return utils.sheet_to_json<Cell[]>(book.Sheets['Index'] ?? {}, { header: 1, defval: '' });
};

test('both spreadsheet files have the same rows, with numbers as numbers in the workbook', async () => {
  const rows = [
    ['Number', 'Name', 'Size'],
    ['1.1', 'Größe "x", <y> & z\nnext', 12],
  ];
  expect(await csvRows(rows)).toEqual([rows[0], ['1.1', 'Größe "x", <y> & z\nnext', '12']]);
  expect(await sheetRows(rows)).toEqual(rows);
});

test('changes are numbers that are shown with their sign', async () => {
  const rows = [[{ signed: 12 }, { signed: -2.5 }, { signed: 0 }]];
  expect(await csvRows(rows)).toEqual([['+12', '-2.5', '0']]);
  const sheet = read(await buffer(createXlsxStream(rows))).Sheets['Index'] ?? {};
  const cells = ['A1', 'B1', 'C1'].map((place) => [sheet[place].t, sheet[place].v, sheet[place].w]);
  expect(cells).toEqual([
    ['n', 12, '+12'],
    ['n', -2.5, '-2.5'],
    ['n', 0, '0'],
  ]);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://evil.test","x")'])(
  '%j is text in a spreadsheet, never a formula',
  async (cell) => {
    const [row] = await csvRows([[cell, 'end']]);
    expect(row).toEqual([`'${cell.replace(/([\t\r])=/, "$1'=")}`, 'end']);
    const sheet = read(await buffer(createXlsxStream([[cell]]))).Sheets['Index'];
    expect(sheet?.['A1']).toMatchObject({ t: 's' });
    expect(sheet?.['A1'].f).toBeUndefined();
  },
);

test.each([';', '\t'])('a program that separates cells by %j reads no formula either', async (delimiter) => {
  const attacks = ['a;=1+1', 'a\t=1+1', 'a\n=1+1', 'a\r\n@SUM(A1)', 'a; +1', 'a;"=1+1', 'a,b;-1'];
  const text = (await buffer(createCsvStream(attacks.map((attack) => ['name', attack])))).toString();
  const cells = Papa.parse<string[]>(text.slice(1), { delimiter, quoteChar: '"' }).data.flat();
  const unquoted = text.slice(1).split(/[;\t\r\n]/);
  expect([...cells, ...unquoted].filter((cell) => /^[ "]*[=+\-@]/.test(cell))).toEqual([]);
});

test('a spreadsheet keeps thousands of rows, and any text leaves the workbook readable', async () => {
  const many = Array.from({ length: 5_000 }, (_, at) => [`${at}`, 'x'.repeat(at % 50)]);
  expect(await csvRows(many)).toEqual(many);
  expect(await sheetRows(many)).toEqual(many);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      expect(await sheetRows([['first', text], ['last']])).toHaveLength(2);
    }),
    { numRuns: 50 },
  );
});

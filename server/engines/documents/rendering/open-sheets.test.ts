import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { utils, type WorkBook, type WorkSheet, write } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocumentEngine, type DocumentSource, openDocumentEngine } from '../document-engine.ts';
import { makeOdf, odfTable } from '../testing/make-open-documents.ts';
import { readImage } from '../testing/read-image.ts';

let dataDir: string;
let documents: DocumentEngine;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muniment-sheets-'));
  documents = await openDocumentEngine({ dataDir, maxPages: 20, timeoutMs: 20_000 });
});

afterAll(async () => {
  await documents.close();
  await rm(dataDir, { recursive: true });
});

function makeWorkbook(sheets: Record<string, WorkSheet>, hidden: readonly string[] = []): WorkBook {
  const book = utils.book_new();
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name);
  book.Workbook = { Sheets: book.SheetNames.map((name) => ({ Hidden: hidden.includes(name) ? 1 : 0 })) };
  return book;
}

const documentOf = (type: string, bytes: Buffer): DocumentSource => ({
  key: crypto.randomUUID(),
  owner: 'ann',
  type,
  bytes: async () => Readable.from([bytes]),
});

const sourceOf = (book: WorkBook, bookType: 'xlsx' | 'xlsb' | 'biff8' = 'xlsx'): DocumentSource =>
  documentOf(
    bookType === 'biff8' ? 'xls' : bookType,
    write(book, { type: 'buffer', bookType, cellStyles: true }),
  );

async function list(source: DocumentSource) {
  const opening = await documents.rendering.listPages(source);
  if ('problem' in opening) throw new Error(`not drawn: ${opening.problem}`);
  return opening;
}

async function findBoxes(source: DocumentSource, find: string) {
  const found = await documents.rendering.findText(source, { find, from: 1, to: 20, acceptsPart: false });
  if ('problem' in found) throw new Error(`not searched: ${found.problem}`);
  return found.matches;
}

const ROWS = [
  ['Customer', 'Revenue', 'Signed'],
  ['Aster Rail', { t: 'n', v: 14_200_000.5, z: '#,##0.00' }, { t: 'n', v: 46_000, z: 'yyyy-mm-dd' }],
  ['Belmont Wind', { t: 'n', v: 0.125, z: '0.0000' }, null],
];

describe('a spreadsheet', () => {
  test('only what its sheets show is drawn: nothing hidden, no formula, no comment', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Shown', 'HiddenColumn', 'Total'],
      ['HiddenRow', 'x', 1],
      ['Seen', 'SecretOfColumn', { t: 'n', v: 42, f: 'SUM(SecretFormula!A1:A3)' }],
    ]);
    sheet['!cols'] = [{}, { hidden: true }, {}];
    sheet['!rows'] = [{}, { hidden: true }, {}];
    utils.cell_add_comment(sheet['A3'], 'SecretComment', 'SecretAuthor');
    const others = { Backing: utils.aoa_to_sheet([['SecretSheet']]) };
    for (const bookType of ['xlsx', 'biff8'] as const) {
      const source = sourceOf(makeWorkbook({ Front: sheet, ...others }, ['Backing']), bookType);
      expect((await list(source)).sheets).toEqual([{ name: 'Front', page: 1 }]);
      expect(await findBoxes(source, 'Seen')).toHaveLength(1);
      expect(await findBoxes(source, '42')).toHaveLength(1);
      const kept = ['SecretSheet', 'SecretFormula', 'SecretComment', 'SecretAuthor'];
      // The library does not write hidden rows to the older format.
      if (bookType === 'xlsx') kept.push('HiddenRow');
      for (const text of [...kept, 'HiddenColumn', 'SecretOfColumn', 'Backing', 'SUM'])
        expect([text, await findBoxes(source, text)]).toEqual([text, []]);
    }
  });

  test('its cells are drawn in columns and in their number formats, amounts at the right', async () => {
    const source = sourceOf(makeWorkbook({ Sales: utils.aoa_to_sheet(ROWS) }));
    const [name, amount, share, date] = await Promise.all(
      ['Aster Rail', '14,200,000.50', '0.1250', '2025-12-09'].map(async (text) => {
        const [match, ...others] = await findBoxes(source, text);
        expect([text, others]).toEqual([text, []]);
        return match?.boxes[0] ?? { x: 0, y: 0, width: 0, height: 0 };
      }),
    );
    expect(amount?.y).toBe(name?.y);
    expect(date?.y).toBe(name?.y);
    expect((amount?.x ?? 0) + (amount?.width ?? 0)).toBeCloseTo((share?.x ?? 0) + (share?.width ?? 0), 3);
    expect(date?.x).toBeGreaterThan(amount?.x ?? 1);
    const drawing = await documents.rendering.renderPage(source, 1, 800);
    if ('problem' in drawing) throw new Error(drawing.problem);
    const { width, height, pixelAt } = await readImage(drawing.image);
    const isDark = (x: number, y: number) => (pixelAt(x, y)[0] ?? 255) < 128;
    const inside = (x: number, y: number) => {
      const [left, top] = [(name?.x ?? 0) * width, (name?.y ?? 0) * height];
      return (
        x >= left &&
        x < left + (name?.width ?? 0) * width &&
        y >= top &&
        y < top + (name?.height ?? 0) * height
      );
    };
    let ink = 0;
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) if (inside(x, y) && isDark(x, y)) ink += 1;
    expect(ink).toBeGreaterThan(20);
  });

  test('each page repeats the row that names the columns, and each sheet begins a page', async () => {
    const many = Array.from({ length: 120 }, (_, at) => [`Customer ${at}`, at * 10]);
    const long = utils.aoa_to_sheet([['Customer', 'Revenue'], ...many]);
    const source = sourceOf(
      makeWorkbook({ Long: long, Empty: utils.aoa_to_sheet([]), Short: utils.aoa_to_sheet(ROWS) }),
    );
    const { pages, count, sheets } = await list(source);
    expect(sheets).toEqual([
      { name: 'Long', page: 1 },
      { name: 'Short', page: count },
    ]);
    expect(count).toBe(5);
    expect(pages.every(({ frozenHeight = 0, height }) => frozenHeight > 14 && frozenHeight < height)).toBe(
      true,
    );
    expect((await findBoxes(source, 'Revenue')).map(({ page }) => page)).toEqual([1, 2, 3, 4, 5]);
    expect((await findBoxes(source, 'Customer 119')).map(({ page }) => page)).toEqual([4]);
  });

  test('a sheet that is too wide for a page continues with its further columns on the next', async () => {
    const columns = Array.from({ length: 60 }, (_, at) => `Column number ${at + 1}`);
    const source = sourceOf(
      makeWorkbook({ Wide: utils.aoa_to_sheet([columns, columns.map((_, at) => at)]) }),
    );
    const { pages } = await list(source);
    expect(pages.length).toBeGreaterThan(3);
    expect(Math.max(...pages.map(({ width }) => width))).toBeLessThanOrEqual(1_001);
    expect((await findBoxes(source, 'Column number 60')).map(({ page }) => page)).toEqual([pages.length]);
  });

  test('a sheet with more columns than are drawn says so, unless they are empty', async () => {
    const row = (length: number) => Array.from({ length }, (_, at) => `Column ${at + 1}`);
    const sheet = utils.aoa_to_sheet([row(201)]);
    expect(await list(sourceOf(makeWorkbook({ Wide: sheet })))).toMatchObject({ isCut: true });
    const csv = documentOf('csv', Buffer.from(row(201).join(';')));
    expect(await list(csv)).toMatchObject({ isCut: true });
    sheet['!cols'] = [{ hidden: true }];
    expect(await list(sourceOf(makeWorkbook({ Wide: sheet })))).not.toHaveProperty('isCut');
    expect(await list(sourceOf(makeWorkbook({ Wide: utils.aoa_to_sheet([row(200)]) })))).not.toHaveProperty(
      'isCut',
    );
  });

  test('a long text is broken into lines within its column', async () => {
    const clause = 'The seller pays all costs of the notary and of the register, and of each certificate.';
    const source = sourceOf(
      makeWorkbook({
        Terms: utils.aoa_to_sheet([
          ['No.', 'Clause'],
          [1, clause],
          [2, 'Short'],
        ]),
      }),
    );
    const [match] = await findBoxes(source, clause);
    expect(match?.boxes.length).toBeGreaterThan(1);
    expect(new Set(match?.boxes.map(({ x }) => x)).size).toBe(1);
  });
});

test('CSV, OpenDocument and binary workbooks are drawn as tables too', async () => {
  const csv = documentOf('csv', Buffer.from('Name;Amount\nMüller;1.234,50\nVoß;2,00\n'));
  const ods = documentOf(
    'ods',
    makeOdf(
      'spreadsheet',
      odfTable([
        ['Name', 'Amount'],
        ['Müller', '2,00'],
      ]),
    ),
  );
  const xlsb = sourceOf(
    makeWorkbook({
      Sales: utils.aoa_to_sheet([
        ['Name', 'Amount'],
        ['Müller', 2],
      ]),
    }),
    'xlsb',
  );
  for (const source of [csv, ods, xlsb]) {
    const { count, pages } = await list(source);
    expect([count, pages.length]).toEqual([1, 1]);
    const [name] = await findBoxes(source, 'Müller');
    const [amount] = await findBoxes(source, 'Amount');
    expect(amount?.boxes[0]?.x).toBeGreaterThan(name?.boxes[0]?.x ?? 1);
  }
});

test('a spreadsheet without any cell is empty', async () => {
  expect(
    await documents.rendering.listPages(sourceOf(makeWorkbook({ Empty: utils.aoa_to_sheet([]) }))),
  ).toEqual({
    problem: 'empty',
  });
  expect(await documents.rendering.listPages(documentOf('csv', Buffer.from('\n\n')))).toEqual({
    problem: 'empty',
  });
});

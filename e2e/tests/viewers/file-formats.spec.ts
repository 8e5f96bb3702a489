import { utils, write } from '@e965/xlsx';
import { expect, type Page } from '@playwright/test';
import { makeDoc, makeMsg, makePpt } from '#server/engines/documents/testing/make-legacy-office-files.ts';
import { makeOdf } from '#server/engines/documents/testing/make-open-documents.ts';
import { openFilePage } from '#server/testing/browser/open-file-page.ts';
import {
  makeBinaryDocument,
  makeDocx,
  makePptx,
  makeText,
  makeXlsx,
} from '#server/testing/sample-documents/sample-documents.ts';
import { fileRow } from '../../support/actions/files-table.ts';
import { pdfViewerFrame } from '../../support/actions/pdf-viewer.ts';
import { test } from '../../support/fixtures/test.ts';

const CLAUSE = 'The ferry sails at noon.';
const ROWS = [
  ['Item', 'Price'],
  ['Ferry', '900'],
];
const workbook = (bookType: 'ods' | 'xls' | 'xlsb') => {
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, utils.aoa_to_sheet(ROWS), 'Prices');
  return write(workbook, { type: 'buffer', bookType });
};

/** Formats that the server renders from their text when no Office program is installed. */
const SERVER_RENDERED = {
  'letter.doc': makeDoc([{ text: CLAUSE }]),
  'letter.dot': makeDoc([{ text: CLAUSE }]),
  'letter.odt': makeOdf('text', `<text:p>${CLAUSE}</text:p>`),
  'letter.rtf': Buffer.from(`{\\rtf1 ${CLAUSE}}`),
  'show.ppt': makePpt([{ title: 'Ferry', texts: [CLAUSE] }]),
  'show.odp': makeOdf(
    'presentation',
    `<draw:page><draw:frame><draw:text-box><text:p>${CLAUSE}</text:p></draw:text-box></draw:frame></draw:page>`,
  ),
  'offer.msg': makeMsg({ '0037': 'Ferry', '1000': CLAUSE }, ['timetable.pdf']),
};
const TABLES = {
  'prices.ods': workbook('ods'),
  'prices.xls': workbook('xls'),
  'prices.xlsb': workbook('xlsb'),
  'prices.xltx': makeXlsx('', ROWS).buffer,
};
const MESSAGE = `MIME-Version: 1.0\nFrom: a@example.com\nSubject: Ferry\nContent-Type: text/html\n\n<p>${CLAUSE}</p>`;
const FRAME_RENDERED = {
  'letter.dotx': makeDocx('', [CLAUSE]).buffer,
  'show.ppsx': makePptx('', [CLAUSE]).buffer,
  'mail.eml': Buffer.from(MESSAGE),
  'saved.mht': Buffer.from(MESSAGE),
  'wide.eml': Buffer.from(`\ufeff${MESSAGE}`, 'utf16le'),
};
/** Files that are uploaded without conversion by the browser. */
const TEXTS = {
  'page.html': Buffer.from(`<p>${CLAUSE}</p>`),
  'close.py': Buffer.from(`print("${CLAUSE}")`),
  'day.log': Buffer.from(CLAUSE),
  'wide.txt': Buffer.from(`\ufeff${CLAUSE}`, 'utf16le'),
  'wide.log': Buffer.from(`\ufeff${CLAUSE}`, 'utf16le'),
};

const firstPage = (page: Page) => page.getByRole('img', { name: 'Page 1 of 1' });

async function expectImageLoaded(page: Page): Promise<void> {
  await expect
    .poll(() => firstPage(page).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
}

test('legacy Office and mail formats are shown as page images', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  for (const [name, buffer] of Object.entries(SERVER_RENDERED)) {
    const { id } = await api.upload(makeBinaryDocument(name, buffer));
    expect([name, await openFilePage(page, id)]).toEqual([name, undefined]);
    await expectImageLoaded(page);
  }
});

test('every other format is shown in the browser', { tag: '@full' }, async ({ page, user: _, api }) => {
  for (const [name, buffer] of Object.entries({ ...TABLES, ...FRAME_RENDERED, ...TEXTS })) {
    const { id } = await api.upload(makeBinaryDocument(name, buffer));
    expect([name, await openFilePage(page, id)]).toEqual([name, undefined]);
    if (name in TABLES) await expect(page.getByRole('cell', { name: '900' }), name).toBeVisible();
    else if (name in FRAME_RENDERED)
      await expect(pdfViewerFrame(page, name).getByText(CLAUSE), name).toBeVisible();
    else await expect(page.getByRole('main').getByText(CLAUSE), name).toBeVisible();
    await expect(page.getByText('This is a large file')).toHaveCount(0);
  }
});

test('the side panel and the preview show or link every format', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const files = Object.entries({ ...SERVER_RENDERED, ...TABLES, ...FRAME_RENDERED });
  const downloadable = files.filter(([name]) => ['letter.odt', 'prices.xls', 'offer.msg'].includes(name));
  for (const [name, buffer] of downloadable) await api.upload(makeBinaryDocument(name, buffer));
  await page.goto('/');
  for (const [name] of downloadable) {
    await fileRow(page, name).getByRole('link', { name }).click();
    const panel = page.getByRole('complementary', { name });
    await expect(panel.getByRole('link', { name: 'View Full Page' })).toBeVisible();
    await panel.getByRole('button', { name: 'Preview' }).click();
    const dialog = page.getByRole('dialog', { name });
    if (name === 'letter.odt') await expectImageLoaded(page);
    else if (name === 'prices.xls') await expect(dialog.getByRole('cell', { name: '900' })).toBeVisible();
    else await expect(dialog.getByText('cannot be previewed directly in this view')).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'Full View' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
  }
});

test('a workbook of 100,000 rows scrolls to its end', { tag: '@full' }, async ({ page, user: _, api }) => {
  const rows = Array.from({ length: 100_000 }, (_row, index) => [index, `Customer ${index}`]);
  const { id } = await api.upload(makeXlsx('Customers.xlsx', [['Number', 'Name'], ...rows]));
  await page.goto(`/file/${id}`);
  const table = page.getByRole('table', { name: 'Sheet1' });
  await expect(table).toHaveAttribute('aria-rowcount', '100001', { timeout: 40_000 });
  await table.evaluate((element) => element.parentElement?.scrollTo(0, element.scrollHeight));
  await expect(page.getByRole('cell', { name: 'Customer 99999', exact: true })).toBeInViewport();
  await expect(page.getByRole('cell', { name: 'Name', exact: true })).toBeInViewport();
  expect(await page.getByRole('row').count()).toBeLessThan(100);
});

test('the JSON viewer renders folded values on demand', { tag: '@full' }, async ({ page, user: _, api }) => {
  const parties = Array.from({ length: 250 }, (_party, index) => `Party ${index}`);
  const { id } = await api.upload(makeText('Deal.json', JSON.stringify({ parties, price: { amount: 12 } })));
  await page.goto(`/file/${id}`);
  await expect(page.getByText('amount')).toHaveCount(0);
  await page.getByText('price').click();
  await expect(page.getByText('amount')).toBeVisible();
  await page.getByText('price').click();
  await expect(page.getByText('amount')).toHaveCount(0);
  await page.getByText('parties').click();
  await expect(page.getByText('"Party 99"')).toBeVisible();
  await expect(page.getByText('"Party 100"')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show More (150)' }).click();
  await expect(page.getByText('"Party 199"')).toBeVisible();
});

import { expect } from '@playwright/test';
import tiff from 'utif2';
import { openFilePage, watchForbiddenActions } from '#server/testing/browser/open-file-page.ts';
import { makeDocx, makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { changeStart } from '../../support/actions/change-start.ts';
import { pdfViewerFrame } from '../../support/actions/pdf-viewer.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';
import { makeMaliciousPdf } from '../../support/malicious-files/malicious-pdf.ts';

test('a TIFF scan is shown as a page image', { tag: '@full' }, async ({ page, user: _, api }) => {
  const pixels = new Uint8Array(40 * 60 * 4).fill(128);
  const buffer = Buffer.from(tiff.encodeImage(pixels, 40, 60));
  const { id } = await api.upload({ name: 'Scan.tif', mimeType: 'image/tiff', buffer });
  await page.goto(`/file/${id}`);
  const pageImage = page.getByRole('img', { name: 'Page 1 of 1' });
  await expect(pageImage).toBeVisible();
  await expect
    .poll(() => pageImage.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect(page.getByText('downloading it is restricted')).toHaveCount(0);
  await expectAccessibleScreen(page, 'a scan');
});

test('unsupported and damaged media offer a download', { tag: '@full' }, async ({ page, user: _, api }) => {
  for (const [name, sentence] of [
    ['Site.heic', 'This browser can’t show HEIC images'],
    ['Site.png', 'This file is damaged'],
    ['Talk.mp3', 'This browser can’t play this audio file'],
  ] as const) {
    const { id } = await api.upload(makeText(name, 'no picture'));
    await page.goto(`/file/${id}`);
    const refusal = page.getByRole('alert').filter({ hasText: sentence });
    await expect(refusal.getByRole('button', { name: 'Download' })).toBeVisible();
  }
});

test('an empty file says that it is empty', { tag: '@full' }, async ({ page, user: _, api }) => {
  for (const name of ['A.pdf', 'A.docx', 'A.xlsx', 'A.odt', 'A.png', 'A.txt', 'A.json', 'A.mp4', 'A.eml']) {
    const { id } = await api.upload(makeText(name, ''));
    await page.goto(`/file/${id}`);
    await expect(page.getByText('This file is empty.'), name).toBeVisible();
  }
});

test('legacy text encodings are decoded', { tag: '@full' }, async ({ page, user: _, api }) => {
  // Text in windows-1251, shown as windows-1252: 'Договор аренды нежилого помещения'.
  const garbled = 'Äîãîâîð àðåíäû íåæèëîãî ïîìåùåíèÿ';
  const lease = /Договор аренды нежилого помещения/;
  for (const [name, text] of [
    ['Lease.txt', garbled],
    ['Lease.md', `# ${garbled}`],
    ['Leases.csv', `Number,Name\n1,${garbled}\n`],
    ['Many leases.txt', `${garbled}\n`.repeat(33_000)],
  ] as const) {
    const document = { ...makeText(name, ''), buffer: Buffer.from(text, 'latin1') };
    const { id } = await api.upload(document);
    await page.goto(`/file/${id}`);
    const place = name.endsWith('.md') ? pdfViewerFrame(page, name) : page.getByRole('main');
    await expect(place.getByText(lease).first(), name).toBeVisible();
  }
});

test('a CSV file of 300,000 rows scrolls to its end', { tag: '@full' }, async ({ page, user: _, api }) => {
  const rows = Array.from({ length: 300_000 }, (_row, index) => `${index},Customer ${index}\n`);
  const { id } = await api.upload(makeText('Customers.csv', `Number,Name\n${rows.join('')}`));
  await page.goto(`/file/${id}`);
  const table = page.getByRole('table', { name: 'Customers.csv' });
  await expect(table).toHaveAttribute('aria-rowcount', '300001', { timeout: 40_000 });
  await table.evaluate((element) => element.parentElement?.scrollTo(0, element.scrollHeight));
  await expect(page.getByRole('cell', { name: 'Customer 299999', exact: true })).toBeInViewport();
  await expect(page.getByRole('cell', { name: 'Name', exact: true })).toBeInViewport();
  expect(await page.getByRole('row').count()).toBeLessThan(100);
});

test('scripts and actions in a PDF have no effect', { tag: '@full' }, async ({
  page,
  context,
  baseURL,
  user: _,
  api,
}) => {
  const forbiddenActions = watchForbiddenActions(context, new URL(baseURL ?? '').origin);
  const { id, name } = await api.upload(await makeMaliciousPdf());
  expect(await openFilePage(page, id)).toBeUndefined();
  const viewer = pdfViewerFrame(page, name);
  await expect(viewer.getByText('quiet text')).toBeVisible();
  for (const link of await viewer.locator('.annotationLayer a').all()) await link.click();
  expect(forbiddenActions.take()).toEqual([]);
});

test('the external Office viewer is offered only when enabled', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const file = makeDocx('Plan.docx', ['A plan.']);
  const [open, restricted] = [await api.upload(file), await api.upload(file, { allowDownload: false })];
  const more = page.getByRole('button', { name: 'More actions' });
  const button = page.getByRole('menuitem', { name: 'Online Viewer' });
  await page.goto(`/file/${open.id}`);
  await expect(page.getByRole('button', { name: 'Download File' })).toBeVisible();
  await more.click();
  await expect(page.getByRole('menuitem', { name: 'Home' })).toBeVisible();
  await expect(button).toHaveCount(0);
  await changeStart(page, ({ settings }) => ({ settings: { ...settings, onlineOfficeViewer: true } }));
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/online-view') && sent.push(request.url()));
  await page.goto(`/file/${open.id}`);
  await more.click();
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Plan.docx' });
  await expect(dialog.getByText('The online viewer is operated by Microsoft.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(sent).toEqual([]);
  await page.goto(`/file/${restricted.id}`);
  await expect(page.getByText('downloading it is restricted')).toBeVisible();
  await expect(button).toHaveCount(0);
});

import { expect } from '@playwright/test';
import {
  makeDocx,
  makePdf,
  makePptx,
  makeText,
  makeXlsx,
} from '#server/testing/sample-documents/sample-documents.ts';
import { makeScannedPdf } from '#server/testing/sample-documents/scanned-pdf.ts';
import { chooseFromRow, fileRow } from '../../support/actions/files-table.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { administrator } from '../../support/fixtures/administrator.ts';
import { makeSupplyAgreement, SUPPLY_AGREEMENT } from '../../support/fixtures/sample-deal.ts';
import { test } from '../../support/fixtures/test.ts';

const RESTRICTED = 'You can view information about this file, but download is restricted.';

test('the file list shows types and sizes and sorts', async ({ page, user: _, api }) => {
  const documents = [
    makeText('b.txt', 'x'.repeat(2048)),
    makeText('c.csv', 'x'.repeat(512)),
    await makePdf('a.pdf', [{ heading: 'A', paragraphs: ['A page.'] }]),
    makeDocx('d.docx', ['A letter.']),
    makeXlsx('e.xlsx', [['Cost', '12']]),
    makePptx('f.pptx', ['A slide']),
    makeText('g.unknown', ''),
  ];
  for (const document of documents) await api.upload(document);
  await page.goto('/');
  const names = page.getByRole('table').getByRole('link', { name: /^[a-g]\.\w+$/ });
  await expect(names).toHaveText(['g.unknown', 'f.pptx', 'e.xlsx', 'd.docx', 'a.pdf', 'c.csv', 'b.txt']);
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(names).toHaveText(['a.pdf', 'b.txt', 'c.csv', 'd.docx', 'e.xlsx', 'f.pptx', 'g.unknown']);
  await page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click();
  await expect(names.last()).toHaveText('g.unknown');
  await expect(fileRow(page, 'b.txt')).toContainText('2.0 KB');
  await expect(fileRow(page, 'c.csv')).toContainText('512 B');
  await expect(fileRow(page, 'd.docx')).toContainText('docx');
});

test('a file moves into a folder and back to the root', { tag: '@full' }, async ({ page, user: _, api }) => {
  const folder = await api.createFolder('Contracts');
  await api.upload(makeText('Letter.txt', 'Dear all'));
  await page.goto('/');
  await chooseFromRow(page, 'Letter.txt', 'Move');
  const dialog = page.getByRole('dialog', { name: 'Move File' });
  await expect(dialog.getByRole('button', { name: 'Move', exact: true })).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Contracts' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(findToasts(page, 'File moved')).toBeVisible();

  await page.goto(`/folder/${folder.id}`);
  await chooseFromRow(page, 'Letter.txt', 'Move');
  await dialog.getByRole('radio', { name: 'Home (no folder)' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByText('No files found')).toBeVisible();
});

test('a deleted file disappears from lists, search and links', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const agreement = await api.upload(await makeSupplyAgreement());
  await api.waitForSearchResult(SUPPLY_AGREEMENT.question, agreement.id);
  await page.goto('/');
  await chooseFromRow(page, agreement.name, 'Delete');
  const dialog = page.getByRole('alertdialog', { name: 'Delete File' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(fileRow(page, agreement.name)).toBeVisible();

  await consoleErrors.waitForNetworkIdle();
  await chooseFromRow(page, agreement.name, 'Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(findToasts(page, 'File deleted')).toBeVisible();
  await expect(page.getByRole('main').getByText('No files found')).toBeVisible();
  await page.getByPlaceholder('Ask about your documents...').fill(SUPPLY_AGREEMENT.question);
  await page.keyboard.press('Enter');
  await expect(page.getByText('No answer found in the documents you can see').last()).toBeVisible();
  consoleErrors.expectFailedRequest(`404 GET /api/files/${agreement.id}`);
  await page.goto(`/file/${agreement.id}`);
  await expect(page.getByText('File Not Found')).toBeVisible();
});

test('a restricted file shows page images and no download', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const { id, name } = await api.upload(await makeSupplyAgreement(), { allowDownload: false });
  await page.goto('/');
  await expect(fileRow(page, name).getByText('Restricted')).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(0);
  await fileRow(page, name).getByRole('link', { name, exact: true }).click();
  const panel = page.getByRole('complementary', { name });
  await expect(panel.getByText(RESTRICTED)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Download' })).toHaveCount(0);
  await panel.getByRole('link', { name: 'View Full Page' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Page 1 of' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download File' })).toHaveCount(0);
  await expect(page.locator('iframe')).toHaveCount(0);
  for (const way of ['view', 'download'])
    expect((await page.request.get(`/api/files/${id}/${way}`)).status()).toBe(403);
});

test('an administrator toggles the download permission', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  newBrowser,
}) => {
  const folder = await api.createFolder('Contracts');
  const { name } = await api.upload(makeText('Letter.txt', 'Dear all'), { folderId: folder.id });
  const admin = await newBrowser();
  await admin.api.signIn(administrator);
  await admin.page.goto(`/folder/${folder.id}`);
  const toggle = admin.page.getByRole('switch', { name: `Allow download of ${name}` });
  await expect(toggle).toBeChecked();
  await toggle.click();
  await expect(toggle).not.toBeChecked();
  await page.goto(`/folder/${folder.id}`);
  await expect(fileRow(page, name).getByText('Restricted')).toBeVisible();

  await admin.page.reload();
  await expect(toggle).not.toBeChecked();
  await toggle.click();
  await expect(toggle).toBeChecked();
  await page.reload();
  await expect(fileRow(page, name).getByText('Available')).toBeVisible();
});

test('the preview opens beside the list and links to the file page', async ({ page, user: _, api }) => {
  const { name } = await api.upload(await makeSupplyAgreement());
  await api.upload(makeText('Letter.txt', 'Dear all, the deal is done.'));
  await page.goto('/');
  await fileRow(page, 'Letter.txt').getByRole('link', { name: 'Letter.txt' }).click();
  const letter = page.getByRole('complementary', { name: 'Letter.txt' });
  await expect(letter.getByText('Dear all, the deal is done.')).toBeVisible();
  await expect(letter.getByText('27 B')).toBeVisible();
  // The panel lies over the list, which stays where it is.
  await page.getByRole('button', { name: 'Close' }).press('Escape');
  await expect(letter).toBeHidden();
  await chooseFromRow(page, name, 'Preview');
  const panel = page.getByRole('complementary', { name });
  await expect(panel.frameLocator('iframe').getByText('Supply Agreement', { exact: true })).toBeVisible();
  await panel.getByRole('link', { name: 'View Full Page' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Files' }).click();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
});

test('a file without readable text explains why', { tag: '@full' }, async ({ page, user: _, api }) => {
  const scan = await api.upload(await makeScannedPdf('Scan.pdf', ['DELIVERY NOTE']));
  const mislabelled = await api.upload(makeText('Impostor.pdf', 'No PDF at all'));
  await page.goto('/');
  await api.waitForExtraction(scan.id);
  await api.waitForExtraction(mislabelled.id);
  await fileRow(page, scan.name).getByRole('button', { name: 'No text' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    'Page 1 is an image whose text cannot be searched: OCR is turned off.',
  );
  await fileRow(page, mislabelled.name).getByRole('button', { name: 'Damaged' }).focus();
  await expect(page.getByRole('tooltip')).toHaveText(
    "This file's name says that it is a PDF, but its content is not.",
  );
});

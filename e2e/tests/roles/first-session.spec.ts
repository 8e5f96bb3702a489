import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { makePdf } from '#server/testing/sample-documents/sample-documents.ts';
import { dropFiles } from '../../support/actions/drop-files.ts';
import { fileRow } from '../../support/actions/files-table.ts';
import { holdUploads } from '../../support/actions/hold-uploads.ts';
import { expectHighlightedPassage, pdfViewerFrame } from '../../support/actions/pdf-viewer.ts';
import { ask, askUntilAnswered } from '../../support/actions/search-bar.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { administrator } from '../../support/fixtures/administrator.ts';
import { makeSupplyAgreement, SUPPLY_AGREEMENT } from '../../support/fixtures/sample-deal.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('a new installation: sign in, upload, read, search; another user sees nothing', async ({
  page,
  consoleErrors,
  newBrowser,
}, testInfo) => {
  const agreement = await makeSupplyAgreement();
  const folderName = `Sale of Northwind ${testInfo.repeatEachIndex + 1}`;
  let folderPath = '';
  let fileId = 0;

  await test.step('sign in as the administrator that the start printed', async () => {
    await page.goto('/');
    await page.getByLabel('Username').fill(administrator.username);
    await page.getByLabel('Password', { exact: true }).fill(administrator.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
    await expect(page.getByText('Manage your files and folders')).toBeVisible();
    await expect(findToasts(page, 'Login successful')).toContainText(
      `Welcome back, ${administrator.username}`,
    );
  });

  await test.step('create a folder in a folder', async () => {
    await createFolder(page, folderName);
    await openFolder(page, folderName);
    folderPath = new URL(page.url()).pathname;
    await createFolder(page, 'Contracts');
    await openFolder(page, 'Contracts');
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')).toHaveText([
      'Home',
      folderName,
      'Contracts',
    ]);
  });

  await test.step('upload a file in the dialog', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Upload', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Upload Documents' });
    await expect(dialog.getByText('Supported formats: PDF, DOCX, XLSX, TXT, PPTX (Max 25MB)')).toBeVisible();
    await dialog.getByLabel('Choose Files').setInputFiles(agreement);
    await expect(dialog.getByRole('list', { name: 'Selected files' })).toContainText(agreement.name);
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(findToasts(page, 'File uploaded')).toBeVisible();
    const row = fileRow(page, agreement.name);
    await expect(row).toContainText('pdf');
    await expect(row).toContainText(/\d\.\d KB/);
    fileId = Number(
      /\d+$/.exec((await row.getByRole('link', { name: agreement.name }).getAttribute('href')) ?? '')?.[0],
    );
  });

  await test.step('drop several files with progress for each', async () => {
    const names = ['Annex A.txt', 'Annex B.txt', 'Annex C.txt'];
    const paths = names.map((name) => testInfo.outputPath(name));
    for (const path of paths) await writeFile(path, `What stands in ${path}`);
    const releaseUploads = await holdUploads(page);
    await dropFiles(page, paths);
    const uploads = page.getByRole('region', { name: 'Uploads' });
    for (const name of names)
      await expect(uploads.getByRole('progressbar', { name: `Upload of ${name}` })).toBeVisible();
    await expect(uploads.getByRole('progressbar', { name: 'All uploads' })).toBeVisible();
    releaseUploads();
    for (const name of names) await expect(fileRow(page, name)).toBeVisible();
    await expect(findToasts(page, 'Files uploaded')).toContainText('3 files were uploaded.');
  });

  await test.step('upload a folder with subfolders', async () => {
    const root = testInfo.outputPath('Annual Reports');
    await mkdir(join(root, '2025', 'Drafts'), { recursive: true });
    const report = await makePdf('Report.pdf', [{ heading: 'Report 2025', paragraphs: ['A good year.'] }]);
    await writeFile(join(root, 'Read me.txt'), 'Reports by year.');
    await writeFile(join(root, '2025', report.name), report.buffer);
    await writeFile(join(root, '2025', 'Drafts', 'Notes.txt'), 'To be checked.');
    await page.getByRole('main').getByRole('button', { name: 'Upload', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Upload Documents' });
    await dialog.getByLabel('Choose a Folder').setInputFiles(root);
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(dialog).toBeHidden();
    await openFolder(page, 'Annual Reports');
    await expect(fileRow(page, 'Read me.txt')).toBeVisible();
    await openFolder(page, '2025');
    await expect(fileRow(page, report.name)).toBeVisible();
    await openFolder(page, 'Drafts');
    await expect(fileRow(page, 'Notes.txt')).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'Contracts' })
      .click();
  });

  await test.step('read the document in the viewer', async () => {
    await fileRow(page, agreement.name).getByRole('link', { name: 'View', exact: true }).click();
    await expect(page.getByRole('heading', { name: agreement.name, level: 1 })).toBeVisible();
    const viewer = pdfViewerFrame(page, agreement.name);
    await expect(page.getByText('/ 4', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByLabel('Page number')).toHaveValue('2');
    await expect(viewer.getByText('Prices and Payment', { exact: true })).toBeInViewport();
  });

  await test.step('download the file with identical bytes', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download File' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(agreement.name);
    expect(sha256(await readFile(await download.path()))).toBe(sha256(agreement.buffer));
    await expect(findToasts(page, 'Download started')).toBeVisible();
  });

  await test.step('ask a question and open its passage', async () => {
    await page.goto(folderPath);
    await askUntilAnswered(page, SUPPLY_AGREEMENT.question, 'nine months');
    const citation = page.getByRole('region', { name: 'Citations' }).getByRole('link').first();
    await expect(citation).toContainText(agreement.name);
    await expect(citation).toContainText(`Page ${SUPPLY_AGREEMENT.page}`);
    await citation.click();
    await expectHighlightedPassage(page, agreement.name, SUPPLY_AGREEMENT);
  });

  await test.step('a reload opens the passage again', async () => {
    await page.reload();
    await expectHighlightedPassage(page, agreement.name, SUPPLY_AGREEMENT);
  });

  await test.step('another user sees none of it', async () => {
    const unrelatedUser = await newBrowser();
    await unrelatedUser.api.register(newAccount());
    await unrelatedUser.page.goto('/');
    await expect(unrelatedUser.page.getByText('No folders found')).toBeVisible();
    await expect(unrelatedUser.page.getByText('No files found')).toBeVisible();
    await expect(unrelatedUser.page.getByText('No recent files')).toBeVisible();
    await ask(unrelatedUser.page, SUPPLY_AGREEMENT.question);
    const results = unrelatedUser.page.getByRole('region', { name: 'Search results' });
    await expect(results.getByText('No answer found in the documents you can see')).toBeVisible();
    await expect(results.getByText(agreement.name)).toHaveCount(0);

    const folderId = folderPath.replace('/folder/', '');
    for (const line of [`/api/folders/${folderId}`, `/api/files`, `/api/files/${fileId}`])
      consoleErrors.expectFailedRequest(`404 GET ${line}`);
    await unrelatedUser.page.goto(folderPath);
    await expect(unrelatedUser.page.getByRole('heading', { name: 'Error loading folder' })).toBeVisible();
    await expect(
      unrelatedUser.page.getByText("The folder could not be found or you don't have access"),
    ).toBeVisible();
    await unrelatedUser.page.goto(`/file/${fileId}`);
    await expect(unrelatedUser.page.getByText('File Not Found')).toBeVisible();
    await expect(unrelatedUser.page.getByRole('link', { name: 'Return to Home' })).toBeVisible();
    for (const path of [
      `/api/files/${fileId}`,
      `/api/files/${fileId}/view`,
      `/api/files/${fileId}/download`,
      `/api/folders/${folderId}`,
      `/api/files?folderId=${folderId}`,
    ])
      expect((await unrelatedUser.page.request.get(path)).status(), path).toBe(404);
    expect(await (await unrelatedUser.page.request.get('/api/folder-tree')).json()).toEqual([]);
    expect(await (await unrelatedUser.page.request.get('/api/files')).json()).toEqual([]);
  });
});

async function createFolder(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'New Folder' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create New Folder' });
  await dialog.getByLabel('Folder name').fill(name);
  await dialog.getByRole('button', { name: 'Create Folder' }).click();
  await expect(dialog).toBeHidden();
}

async function openFolder(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible();
}

import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { dropFiles } from '../../support/actions/drop-files.ts';
import { fileRow } from '../../support/actions/files-table.ts';
import { holdUploads } from '../../support/actions/hold-uploads.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' });

async function openDialog(page: Page) {
  await page.getByRole('main').getByRole('button', { name: 'Upload Files' }).first().click();
  return page.getByRole('dialog', { name: 'Upload Documents' });
}

test('the upload dialog requires a file', { tag: '@full' }, async ({ page, user: _ }) => {
  await page.goto('/');
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(findToasts(page, 'No file selected')).toContainText('Please select a file to upload');
  await dialog.getByLabel('Choose Files').setInputFiles(makeText('Letter.txt', 'Dear all'));
  await dialog.getByRole('button', { name: 'Remove Letter.txt' }).click();
  await expect(dialog.getByText('Letter.txt')).toBeHidden();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main').getByText('No files found')).toBeVisible();
});

test('the upload dialog sets the folder and the download permission', async ({ page, user: _, api }) => {
  const { id } = await api.createFolder('Contracts');
  await page.goto('/');
  const dialog = await openDialog(page);
  await dialog.getByLabel('Choose Files').setInputFiles(makeText('Letter.txt', 'Dear all'));
  await dialog.getByRole('button', { name: 'Change' }).click();
  await dialog.getByText('Contracts', { exact: true }).click();
  await expect(dialog.getByText('Visitors will be able to download this file')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Allow downloading' }).uncheck();
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(findToasts(page, 'File uploaded')).toBeVisible();
  await page.goto(`/folder/${id}`);
  await expect(fileRow(page, 'Letter.txt').getByText('Restricted')).toBeVisible();
});

test(
  'a file above the size limit is rejected before upload',
  { tag: '@full' },
  async ({ page, user: _ }, testInfo) => {
    const path = testInfo.outputPath('Large.pdf');
    await using file = await open(path, 'w');
    await file.truncate(25 * 1024 * 1024 + 1);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.goto('/');
    const dialog = await openDialog(page);
    await dialog.getByLabel('Choose Files').setInputFiles(path);
    const refusal = 'The file is larger than 25 MB, the upload limit.';
    await expect(dialog.getByText(refusal)).toBeVisible();
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(findToasts(page, 'Upload failed')).toContainText(refusal);
    expect(sent).toEqual([]);
  },
);

test(
  'upload progress is shown on a slow connection',
  { tag: '@full' },
  async ({ page, user: _ }, testInfo) => {
    const path = testInfo.outputPath('Report.txt');
    await writeFile(path, 'x'.repeat(1_500_000));
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
    const session = await page.context().newCDPSession(page);
    const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 500_000 };
    await session.send('Network.emulateNetworkConditions', line);
    await dropFiles(page, [path]);
    const bar = uploads(page).getByRole('progressbar', { name: 'Upload of Report.txt' });
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(5);
    expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(100);
    await expect(fileRow(page, 'Report.txt')).toContainText('1.4 MB');
    await expect(uploads(page).getByRole('heading', { name: '1 uploaded' })).toBeVisible();
  },
);

test('a dropped folder uploads with its subfolders', async ({ page, user: _ }, testInfo) => {
  const root = testInfo.outputPath('Reports');
  await mkdir(join(root, '2025', 'Empty'), { recursive: true });
  await writeFile(join(root, 'Read me.txt'), 'Reports by year.');
  await writeFile(join(root, '2025', 'Report.txt'), 'A good year.');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await dropFiles(page, [root]);
  // The tree of a new user is short enough to be rendered completely.
  const tree = page.getByRole('tree', { name: 'Folders and files' });
  for (const [name, level] of [
    ['Reports', 1],
    ['2025', 2],
    ['Empty', 3],
    ['Report.txt', 3],
    ['Read me.txt', 2],
  ] as const)
    await expect(tree.getByRole('treeitem', { name, exact: true, level })).toBeVisible();
  await expect(tree.getByRole('treeitem')).toHaveCount(5);
});

test('a failed upload can be retried', async ({ page, user: _ }, testInfo) => {
  const path = testInfo.outputPath('Letter.txt');
  await writeFile(path, 'Dear all');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await page.route('**/api/files', (route) => route.abort(), { times: 1 });
  await dropFiles(page, [path]);
  await expect(uploads(page).getByText('The server could not be reached.')).toBeVisible();
  await expect(findToasts(page, 'Upload failed')).toBeVisible();
  await uploads(page).getByRole('button', { name: 'Retry Letter.txt' }).click();
  await expect(fileRow(page, 'Letter.txt')).toHaveCount(1);
  await expect(findToasts(page, 'File uploaded')).toBeVisible();
});

test(
  'a cancelled upload leaves nothing and the others continue',
  { tag: '@full' },
  async ({ page, user: _ }, testInfo) => {
    const paths = ['Keep.txt', 'Cancel.txt'].map((name) => testInfo.outputPath(name));
    for (const path of paths) await writeFile(path, `What stands in ${path}`);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
    const releaseUploads = await holdUploads(page);
    await dropFiles(page, paths);
    await uploads(page).getByRole('button', { name: 'Cancel Cancel.txt' }).click();
    await expect(uploads(page).getByText('Cancel.txt')).toBeHidden();
    releaseUploads();
    await expect(fileRow(page, 'Keep.txt')).toBeVisible();
    await page.reload();
    await expect(fileRow(page, 'Keep.txt')).toBeVisible();
    await expect(fileRow(page, 'Cancel.txt')).toBeHidden();
  },
);

/** Returns a box in view, which must have stopped moving. */
async function boxOf(locator: Locator) {
  let before = '';
  await expect
    .poll(async () => {
      const [last, now] = [before, JSON.stringify(await locator.boundingBox())];
      before = now;
      return now === last;
    })
    .toBe(true);
  const box = await locator.boundingBox();
  if (!box) throw new Error('There is no box');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

test('the tray stands at the bottom right, beside a preview, and covers neither toasts nor the end of the page', async ({
  page,
  user: _,
  api,
}, testInfo) => {
  const path = testInfo.outputPath('Report.txt');
  await writeFile(path, 'Dear all');
  for (let at = 0; at < 25; at += 1) await api.upload(makeText(`Letter ${at}.txt`, 'Dear all'));
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto('/');
  const release = await holdUploads(page);
  await dropFiles(page, [path]);
  const tray = await boxOf(uploads(page));
  expect([tray.right, tray.bottom]).toEqual([1280 - 16, 700 - 16]);

  // The list of recent files ends above the tray.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const last = page.getByRole('main').getByRole('row').last();
  await expect.poll(async () => (await boxOf(last)).bottom).toBeLessThanOrEqual(tray.y);

  await page.evaluate(() => scrollTo(0, 0));
  await fileRow(page, 'Letter 24.txt').getByText('8 B', { exact: true }).click();
  const preview = page.getByRole('complementary', { name: 'Letter 24.txt' });
  await expect(preview).toBeVisible();
  expect((await boxOf(uploads(page))).right).toBeLessThanOrEqual((await boxOf(preview)).x);
  await preview.getByRole('button', { name: 'Close' }).click();

  // A phone has one bar below it.
  await page.setViewportSize({ width: 390, height: 800 });
  const bar = page.getByRole('button', { name: 'Organize' });
  const onPhone = await boxOf(uploads(page));
  expect(onPhone.right).toBe(390 - 16);
  expect(onPhone.bottom).toBeLessThan((await boxOf(bar)).y);

  release();
  const toast = findToasts(page, 'File uploaded');
  await expect(toast).toBeVisible();
  expect((await boxOf(toast)).bottom).toBeLessThanOrEqual((await boxOf(uploads(page))).y);
  // The space below the toasts leaves the tray to the pointer.
  const isReached = await uploads(page).evaluate((tray) => {
    const { x, y, width, height } = tray.getBoundingClientRect();
    return tray.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isReached).toBe(true);
});

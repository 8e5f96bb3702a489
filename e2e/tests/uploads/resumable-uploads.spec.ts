import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { expect, type Page, type TestInfo } from '@playwright/test';
import { dropFiles } from '../../support/actions/drop-files.ts';
import { fileRow } from '../../support/actions/files-table.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

const MB = 1024 * 1024;
const NAME = 'Film.bin';

const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const uploadButton = (page: Page, action: string) =>
  uploads(page).getByRole('button', { name: `${action} ${NAME}` });

async function makeLargeFile(testInfo: TestInfo): Promise<{ path: string; sha256: string }> {
  const bytes = randomBytes(20 * MB);
  const path = testInfo.outputPath(NAME);
  await writeFile(path, bytes);
  return { path, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Opens the home page over a connection of 4 MB/s and records the offsets of the chunks that are sent. */
async function openWithSlowNetwork(page: Page) {
  const offsets: number[] = [];
  const addresses: string[] = [];
  page.on('request', async (request) => {
    if (request.method() === 'PATCH') offsets.push(Number((await request.allHeaders())['upload-offset']));
  });
  page.on('response', async (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/api/uploads'))
      addresses.push(String(await response.headerValue('location')));
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  const session = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 4 * MB };
  await session.send('Network.emulateNetworkConditions', line);
  return { offsets, addresses };
}

/** Waits until the second of the three chunks is being sent. */
async function waitUntilHalfSent(page: Page): Promise<void> {
  const bar = uploads(page).getByRole('progressbar', { name: `Upload of ${NAME}` });
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(45);
}

const fetchUploadStatus = (page: Page, address: string | undefined) =>
  page.request.head(address ?? '', { headers: { 'tus-resumable': '1.0.0' } });

/** Waits until the server has stored the part of the second chunk that arrived before the connection was lost. */
async function waitUntilStored(page: Page, [address]: readonly string[]): Promise<void> {
  const offset = async () => Number((await fetchUploadStatus(page, address)).headers()['upload-offset']);
  await expect.poll(offset).toBeGreaterThan(8 * MB);
}

async function expectCompleteFile(page: Page, sha256: string): Promise<void> {
  await expect(findToasts(page, 'File uploaded')).toBeVisible();
  await expect(findToasts(page, 'The file did not replace the placeholder')).toBeHidden();
  await expect(fileRow(page, NAME)).toHaveCount(1);
  const [file] = await (await page.request.get('/api/files')).json();
  const download = await page.request.get(`/api/files/${file.id}/download`);
  expect(
    createHash('sha256')
      .update(await download.body())
      .digest('hex'),
  ).toBe(sha256);
}

test('a large upload resumes after a lost connection', async ({ page, user: _ }, testInfo) => {
  const { path, sha256 } = await makeLargeFile(testInfo);
  const { offsets, addresses } = await openWithSlowNetwork(page);
  await dropFiles(page, [path]);
  await waitUntilHalfSent(page);
  await page.context().setOffline(true);
  await expect(uploads(page).getByRole('heading', { name: 'Waiting for the connection' })).toBeVisible();
  await waitUntilStored(page, addresses);
  const before = offsets.length;
  await page.context().setOffline(false);
  await expectCompleteFile(page, sha256);
  expect(offsets[before]).toBeGreaterThan(8 * MB);
});

test('a large upload can be paused and resumed', { tag: '@full' }, async ({ page, user: _ }, testInfo) => {
  const { path, sha256 } = await makeLargeFile(testInfo);
  const { offsets, addresses } = await openWithSlowNetwork(page);
  await dropFiles(page, [path]);
  await waitUntilHalfSent(page);
  await uploadButton(page, 'Pause').click();
  await expect(uploads(page).getByText('Paused').first()).toBeVisible();
  await waitUntilStored(page, addresses);
  const before = offsets.length;
  await uploadButton(page, 'Resume').click();
  await expectCompleteFile(page, sha256);
  expect(offsets[before]).toBeGreaterThan(8 * MB);
});

test('a large upload resumes after a page reload', { tag: '@full' }, async ({ page, user: _ }, testInfo) => {
  const { path, sha256 } = await makeLargeFile(testInfo);
  const { offsets, addresses } = await openWithSlowNetwork(page);
  await dropFiles(page, [path]);
  await waitUntilHalfSent(page);
  // The browser asks before it leaves the page.
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await waitUntilStored(page, addresses);
  const before = offsets.length;
  await dropFiles(page, [path]);
  await expectCompleteFile(page, sha256);
  expect(offsets[before]).toBeGreaterThan(8 * MB);
});

const listPendingUploads = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tus::')));

test('a cancelled upload leaves nothing behind', { tag: '@full' }, async ({ page, user: _ }, testInfo) => {
  const { path } = await makeLargeFile(testInfo);
  const { addresses } = await openWithSlowNetwork(page);
  await dropFiles(page, [path]);
  await waitUntilHalfSent(page);
  const isThere = async () => (await fetchUploadStatus(page, addresses[0])).status();
  expect([await isThere(), (await listPendingUploads(page)).length]).toEqual([200, 1]);
  await uploadButton(page, 'Cancel').click();
  await expect(uploads(page)).toBeHidden();
  await expect.poll(isThere).toBe(404);
  await expect.poll(() => listPendingUploads(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('main').getByText('No files found')).toBeVisible();
});

test(
  'the same large file uploads twice beside itself, and cancelling one leaves the other alone',
  {
    tag: '@full',
  },
  async ({ page, user: _ }, testInfo) => {
    const { path, sha256 } = await makeLargeFile(testInfo);
    const { addresses } = await openWithSlowNetwork(page);
    await dropFiles(page, [path]);
    await waitUntilHalfSent(page);
    await dropFiles(page, [path]);
    await expect.poll(() => addresses.length).toBe(2);
    expect(addresses[1]).not.toBe(addresses[0]);
    await uploadButton(page, 'Cancel').last().click();
    await expect.poll(async () => (await fetchUploadStatus(page, addresses[1])).status()).toBe(404);
    await expectCompleteFile(page, sha256);
    expect(addresses).toHaveLength(2);
  },
);

test('signing out removes stored upload state', { tag: '@full' }, async ({ page, user }, testInfo) => {
  const { path } = await makeLargeFile(testInfo);
  await openWithSlowNetwork(page);
  await dropFiles(page, [path]);
  await waitUntilHalfSent(page);
  await uploadButton(page, 'Pause').click();
  expect(await listPendingUploads(page)).toHaveLength(1);
  await page.getByRole('button', { name: `Account menu of ${user.username}` }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await listPendingUploads(page)).toEqual([]);
});

import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { makePdf, makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { unzip } from '#server/testing/unzip.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');

/** Unpacks a download to a folder that cannot be written, like a disk that somebody was given. */
async function unpackReadOnly(path: string, folder: string): Promise<void> {
  for (const entry of await unzip(await readFile(path))) {
    await mkdir(dirname(join(folder, entry.path)), { recursive: true });
    await writeFile(join(folder, entry.path), entry.bytes, { mode: 0o444 });
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o555);
}

async function removeReadOnly(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o755);
  await rm(folder, { recursive: true });
}

test('a manager makes an archive that opens, searches and verifies from a disk without a network', {
  tag: '@full',
}, async ({ page, user: _, api, browser }) => {
  const { id: roomId } = await api.createFolder('Project Heron');
  const finance = await api.createFolder('Finance & #1?', roomId);
  await page.request.post('/api/rooms', { data: { folderId: roomId } });
  const [notice, rest] = ['The lessee <b>must</b> give notice of six months.', 'Nothing else applies.'];
  await api.upload(makeText('Lease 100% #2.txt', `${notice}\n\n${rest}`), { folderId: finance.id });
  await api.upload(await makePdf('Plan.pdf', [{ heading: 'Curlew', paragraphs: ['Wetlands'] }]), {
    folderId: finance.id,
  });
  await page.goto(`/rooms/${roomId}/groups`);
  await page.getByRole('link', { name: 'Evidence' }).click();
  await expect(main(page).getByText('No archives yet')).toBeVisible();
  // The text of an upload may not be extracted yet.
  await expect(async () => {
    const { relatedDocuments } = await (await page.request.get('/api/search?query=lessee')).json();
    expect(relatedDocuments).toHaveLength(1);
  }).toPass();
  await page.getByRole('button', { name: 'Create Archive' }).click();
  const verify = page.getByRole('button', { name: 'Verify Now' });
  await expect(verify).toBeVisible({ timeout: 30_000 });
  await verify.click();
  await expect(main(page).getByText(/^Verified on/)).toBeVisible({ timeout: 30_000 });
  await expectAccessibleScreen(page, 'room evidence');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  const zip = await (await downloading).path();

  const folder = await mkdtemp(join(tmpdir(), 'muniment-archive-'));
  await unpackReadOnly(zip, folder);
  const context = await browser.newContext({ offline: true });
  const disk = await context.newPage();
  const problems: string[] = [];
  disk.on('pageerror', (error) => problems.push(error.message));
  disk.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await disk.goto(pathToFileURL(join(folder, 'index.html')).href);
  await expect(disk.getByRole('link', { name: 'Project Heron' })).toBeVisible();
  await disk.getByRole('link', { name: 'Finance & #1?' }).click();
  await expect(disk.getByRole('link', { name: 'Plan.pdf' })).toBeVisible();

  await disk.getByLabel('Search in names and documents').fill('Lessee mont');
  await disk.getByRole('button', { name: 'Search' }).click();
  await expect(disk.getByRole('heading', { name: '1 document' })).toBeVisible();
  await expect(disk.getByText('The lessee <b>must</b> give notice of six months.')).toBeVisible();
  await disk.getByRole('link', { name: 'Lease 100% #2.txt' }).click();
  await disk.getByRole('button', { name: 'Next passage' }).click();
  await expect(disk.locator('mark.current')).toHaveText('lessee');
  const opening = disk.waitForEvent('popup');
  await disk.getByRole('link', { name: 'Open document' }).click();
  await expect((await opening).locator('body')).toContainText('give notice of six months');

  await disk.goto(pathToFileURL(join(folder, 'verify.html')).href);
  await disk
    .getByLabel('Receipts, acceptances, keys, exports, proofs and archives')
    .setInputFiles([join(folder, 'evidence/keys.json'), zip]);
  await expect(
    disk.getByText(/Valid\. Signed by key .* All \d+ files are as signed\..*Project Heron/),
  ).toBeVisible();
  expect(problems).toEqual([]);
  await disk.goBack();
  await expect(disk.getByRole('heading', { name: 'Text' })).toBeVisible();
  await expectAccessibleScreen(disk, 'archive');
  await context.close();
  await removeReadOnly(folder);
});

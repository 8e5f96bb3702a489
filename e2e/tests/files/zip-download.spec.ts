import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { chooseFromRow, fileRow } from '../../support/actions/files-table.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

/** Returns the paths in the downloaded archive. */
async function listDownloadedPaths(page: Page, begin: () => Promise<void>): Promise<string[]> {
  const downloading = page.waitForEvent('download');
  await begin();
  return Object.keys(unzipSync(await readFile(await (await downloading).path())));
}

test('selected files download as one ZIP file', { tag: '@full' }, async ({ page, user: _, api }) => {
  const names = ['a.txt', 'b.txt', 'c.txt'];
  for (const name of names) await api.waitForExtraction((await api.upload(makeText(name, name))).id);
  await page.goto('/');
  await page.getByRole('main').getByRole('button', { name: 'Select Multiple' }).click();
  for (const name of ['a.txt', 'b.txt'])
    await fileRow(page, name).getByRole('link', { name, exact: true }).click();
  const bar = page.getByRole('toolbar', { name: 'Selected files' });
  const paths = await listDownloadedPaths(page, () =>
    bar.getByRole('button', { name: 'Download as ZIP' }).click(),
  );
  expect(paths).toEqual(expect.arrayContaining(['a.txt', 'b.txt']));
  expect(paths).not.toContain('c.txt');
  await expect(findToasts(page, 'Downloads complete')).toBeVisible();
  await expect(bar).toHaveText('0 files selected');
});

test('a folder downloads as a ZIP file with its subfolders', async ({ page, user: _, api }) => {
  const contracts = await api.createFolder('Contracts');
  const leases = await api.createFolder('Leases', contracts.id);
  await api.upload(makeText('Lease.txt', 'The harbour'), { folderId: leases.id });
  await page.goto('/');
  const paths = await listDownloadedPaths(page, () => chooseFromRow(page, 'Contracts', 'Download as ZIP'));
  expect(paths.find((path) => path.endsWith('Leases/Lease.txt'))).toBeDefined();
});

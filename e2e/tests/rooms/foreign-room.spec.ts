import { expect, type Locator } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { test } from '../../support/fixtures/test.ts';

const AREAS = ['Tax', 'Legal', 'Finance'];
const FILES = 300;
/** Twelve levels, with names that other systems make. */
const DEEP = 'Finance/A.1 – Überblick/ü/3/4/5/6/7/8/9/10';

const PATHS = Array.from({ length: FILES }, (_, nth) => {
  const area = AREAS[nth % AREAS.length] ?? '';
  return nth % 50 === 2 ? `${DEEP}/Anlage ${nth}.txt` : `${area}/Annex ${nth}.txt`;
});

/** An index sheet with a title, a line twice, a line without a document, and a document that it does not list. */
const SHEET = [
  'Export;;',
  'Index;Title;File path',
  '1;Legal;Legal',
  '2;Tax;Tax',
  '3;Finance;Finance',
  ...PATHS.slice(1).map((path, nth) => `9.${FILES - nth};;${path}`),
  `9.1;;${PATHS[1]}`,
  '9.400;;Tax/Lost.txt',
].join('\n');

test('300 files and the index of another data room become an ordered room in ten clicks', {
  tag: '@full',
}, async ({ page, user: _ }) => {
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  await page.goto('/rooms');
  await click(page.getByRole('button', { name: 'New Room' }).first());
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Heron');
  await click(page.getByRole('dialog').getByRole('button', { name: 'Create Room' }));
  await page.waitForURL(/\/folder\/\d+/);
  await click(page.getByRole('button', { name: 'Import' }).first());
  const dialog = page.getByRole('dialog', { name: 'Import' });
  const choosing = page.waitForEvent('filechooser');
  await click(dialog.getByRole('button', { name: 'Choose a ZIP' }));
  const archive = zipSync(Object.fromEntries(PATHS.map((path) => [path, strToU8(path)])));
  await (await choosing).setFiles([
    { name: 'export.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) },
    { name: 'Index.csv', mimeType: 'text/csv', buffer: Buffer.from(SHEET) },
  ]);
  await expect(dialog.getByText('Missing (1)')).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText('Not in the manifest (1)')).toBeVisible();
  await expect(dialog.getByText('Manifest (1)', { exact: true })).toBeVisible();
  await click(dialog.getByRole('button', { name: 'Apply' }));
  await expect(dialog.getByText(`${FILES} files were imported in 13 folders.`)).toBeVisible({
    timeout: 60_000,
  });
  await click(dialog.getByRole('button', { name: 'Done' }));
  expect(clicks).toBeLessThanOrEqual(10);
  const folderId = new URL(page.url()).pathname.split('/').at(-1);
  const entries: { number: string; name: string }[] = await (
    await page.request.get(`/api/folders/${folderId}/entries`)
  ).json();
  expect(entries.map(({ number, name }) => [number, name])).toEqual([
    ['1', 'Legal'],
    ['2', 'Tax'],
    ['3', 'Finance'],
  ]);
});

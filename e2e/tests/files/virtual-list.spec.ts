import { expect, type Page } from '@playwright/test';
import type { File } from '#shared/contracts/files.ts';
import { test } from '../../support/fixtures/test.ts';

const FILE_COUNT = 10_000;
const PAGE_SIZE = 1_000;

/**
 * React sets the type of a checkbox again each time that it renders it. As text, since the observer's type is not among Node's.
 */
const COUNT_RENDERED_CHECKBOXES = `
globalThis.renderedCheckboxes = 0;
new MutationObserver((changes) => { renderedCheckboxes += changes.length; })
  .observe(document.querySelector('table[aria-label=Files] tbody'), { subtree: true, attributeFilter: ['type'] });`;

/** Mocks the file list of the folder with 10,000 files, page by page. */
async function mockFileList(page: Page, folderId: number): Promise<void> {
  await page.route(`**/api/files?folderId=${folderId}*`, (route) => {
    const url = new URL(route.request().url());
    const from = Number(url.searchParams.get('cursor') ?? 0);
    const next = from + PAGE_SIZE;
    const files = Array.from({ length: PAGE_SIZE }, (_, index) => makeFile(folderId, from + index));
    const link = `</api/files?folderId=${folderId}&cursor=${next}>; rel="next"`;
    return route.fulfill({ json: files, headers: next < FILE_COUNT ? { link } : {} });
  });
}

function makeFile(folderId: number, index: number): File {
  return {
    id: 1_000_000 + index,
    name: `Annex ${index}.zip`,
    fileType: 'others',
    size: 1000 + index,
    allowDownload: true,
    folderId,
    ownerId: 1,
    createdAt: new Date(1_700_000_000_000 - index * 1000).toISOString(),
    accessLevel: 'owner',
    indexStatus: 'indexed',
    indexReason: null,
  };
}

test('a list of 10,000 files renders only visible rows', { tag: '@full' }, async ({ page, user: _, api }) => {
  const { id } = await api.createFolder('Annexes');
  await mockFileList(page, id);
  await page.goto(`/folder/${id}`);
  const table = page.getByRole('table', { name: 'Files' });
  await expect(table).toHaveAttribute('aria-rowcount', String(FILE_COUNT + 1));
  const link = (index: number) => table.getByRole('link', { name: `Annex ${index}.zip`, exact: true });
  await expect(link(0)).toBeVisible();
  expect(await table.getByRole('row').count()).toBeLessThan(120);

  await table
    .getByRole('row')
    .nth(1)
    .getByRole('cell', { name: /KB$|B$/ })
    .click({ modifiers: ['Control'] });
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(link(FILE_COUNT - 1)).toBeVisible();
  expect(await table.getByRole('row').count()).toBeLessThan(120);
  await table
    .getByRole('row')
    .last()
    .getByRole('cell', { name: /KB$|B$/ })
    .click({ modifiers: ['Shift'] });
  await expect(page.getByRole('toolbar', { name: 'Selected files' })).toContainText('10,000 files selected');

  // The row that comes under the pointer is rendered again.
  await page.mouse.move(0, 0);
  // What the selection still has to render comes first.
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  await page.evaluate(COUNT_RENDERED_CHECKBOXES);
  const first = table.locator('tbody tr[aria-rowindex]').first();
  const before = await first.getAttribute('aria-rowindex');
  expect(before).not.toBeNull();
  await page.evaluate(() => window.scrollBy(0, -1_000));
  await expect(first).not.toHaveAttribute('aria-rowindex', before ?? '');
  expect(await page.evaluate('renderedCheckboxes'), 'rows that stay in view are not rendered again').toBe(0);
});

test('a grid of 5,000 folders renders only visible cards, to its end and back', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const { id } = await api.createFolder('Sites');
  const folders = Array.from({ length: 5_000 }, (_, index) => ({
    id: 2_000_000 + index,
    name: `Site ${index}`,
    parentId: id,
    ownerId: 1,
    createdAt: '2026-01-05T00:00:00.000Z',
    accessLevel: 'owner',
  }));
  await page.route(`**/api/folders?parentId=${id}*`, (route) => route.fulfill({ json: folders }));
  await page.goto(`/folder/${id}`);
  const cards = page.getByRole('main').getByRole('region', { name: 'Folders' }).getByRole('listitem');
  const link = (index: number) => cards.getByRole('link', { name: `Site ${index}`, exact: true });
  await expect(link(0)).toBeVisible();
  await expect(cards.first()).toHaveAttribute('aria-setsize', '5000');
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(link(4_999)).toBeVisible();
  await expect(link(0)).toHaveCount(0);
  expect(await cards.count()).toBeLessThan(120);
  // The keyboard finds cards that are not in view yet.
  await link(4_999).focus();
  for (let at = 0; at < 60; at += 1) await page.keyboard.press('Shift+Tab');
  await expect(link(4_969)).toBeFocused();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(link(0)).toBeVisible();
  await expect(cards.first()).toHaveAttribute('aria-posinset', '1');
});

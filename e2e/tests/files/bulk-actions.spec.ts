import { expect, type Page } from '@playwright/test';
import type { BrowserApi } from '#server/testing/browser/browser-api.ts';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { chooseFromRow, fileRow } from '../../support/actions/files-table.ts';
import { pressEscape } from '../../support/actions/press-escape.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

const NAMES = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
const selectionToolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selected files' });
const main = (page: Page) => page.getByRole('main');
const selectCheckbox = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });

async function upload(api: BrowserApi, folderId: number | null = null): Promise<void> {
  for (const name of NAMES) {
    const { id } = await api.upload(makeText(name, `What stands in ${name}`), { folderId });
    // The row is rendered again when its file has been indexed.
    await api.waitForExtraction(id);
  }
}

async function select(page: Page, names: readonly string[]): Promise<void> {
  await main(page).getByRole('button', { name: 'Select Multiple' }).click();
  for (const name of names) await fileRow(page, name).getByRole('link', { name, exact: true }).click();
}

test('clicking selects files in selection mode', { tag: '@full' }, async ({ page, user: _, api }) => {
  await upload(api);
  await page.goto('/');
  await select(page, ['a.txt', 'c.txt']);
  await expect(selectionToolbar(page)).toContainText('2 files selected');
  await expect(page.getByRole('complementary', { name: 'a.txt' })).toBeHidden();
  await fileRow(page, 'a.txt').getByRole('cell').nth(2).click();
  await expect(selectionToolbar(page)).toContainText('1 files selected');
  const all = page.getByRole('checkbox', { name: 'Select all' });
  await all.check();
  await expect(selectionToolbar(page)).toContainText('4 files selected');
  await selectCheckbox(page, 'b.txt').uncheck();
  await expect(all).toHaveJSProperty('indeterminate', true);
  await selectionToolbar(page).getByRole('button', { name: 'Clear' }).click();
  await expect(selectionToolbar(page)).toHaveText('0 files selected');
  await main(page).getByRole('button', { name: 'Exit Select' }).click();
  await expect(all).toBeHidden();
});

test('Shift and Control extend the selection by mouse and keyboard', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  await upload(api);
  await page.goto('/');
  const cell = (name: string) => fileRow(page, name).getByRole('cell', { name: /\d B$/ });
  await cell('d.txt').click({ modifiers: ['Control'] });
  await expect(selectCheckbox(page, 'd.txt')).toBeChecked();
  await cell('b.txt').click({ modifiers: ['Shift'] });
  await expect(selectionToolbar(page)).toContainText('3 files selected');
  await cell('c.txt').click({ modifiers: ['Shift'] });
  await expect(selectionToolbar(page)).toContainText('2 files selected');
  await expect(selectCheckbox(page, 'b.txt')).not.toBeChecked();

  const link = (name: string) => fileRow(page, name).getByRole('link', { name, exact: true });
  await link('a.txt').focus();
  await pressEscape(page);
  await expect(selectionToolbar(page)).toBeHidden();
  await expect(selectCheckbox(page, 'a.txt')).toBeHidden();
  await page.keyboard.press('Shift+ArrowUp');
  await expect(link('b.txt')).toBeFocused();
  await expect(selectionToolbar(page)).toContainText('2 files selected');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(selectionToolbar(page)).toContainText('2 files selected');
  await page.keyboard.press('Space');
  await expect(selectionToolbar(page)).toContainText('1 files selected');
  await page.keyboard.press('Control+a');
  await expect(selectionToolbar(page)).toContainText('4 files selected');
});

test('several files move at once and the move can be undone', async ({ page, user: _, api }) => {
  const { id } = await api.createFolder('Contracts');
  await upload(api);
  await page.goto('/');
  await select(page, ['a.txt', 'b.txt']);
  await selectionToolbar(page).getByRole('button', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move Files' });
  await dialog.getByRole('radio', { name: 'Contracts' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(findToasts(page, 'Files moved')).toContainText('2 files');
  await expect(selectionToolbar(page)).toHaveText('0 files selected');
  const inFolder = async () =>
    ((await (await page.request.get(`/api/files?folderId=${id}`)).json()) as unknown[]).length; // a list, as its contract says
  expect(await inFolder()).toBe(2);
  await findToasts(page, 'Files moved').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(inFolder).toBe(0);
  for (const name of ['a.txt', 'b.txt']) await expect(fileRow(page, name)).toBeVisible();
});

test('several files are deleted after confirmation', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const { id } = await api.createFolder('Contracts');
  await upload(api, id);
  await page.goto(`/folder/${id}`);
  await main(page).getByRole('button', { name: 'Select Files' }).click();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await selectionToolbar(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Files' });
  await expect(dialog).toContainText('4 files');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(selectionToolbar(page)).toContainText('4 files selected');
  await selectionToolbar(page).getByRole('button', { name: 'Delete' }).click();
  await consoleErrors.waitForNetworkIdle();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(
    ({ pathname }) => pathname === '/api/files',
    async (route) => {
      await released;
      await route.continue();
    },
  );
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(findToasts(page, 'Files deleted')).toContainText('4 files');
  // The lists are read again.
  await expect(dialog).toContainText('Delete 4 files?');
  release();
  await expect(main(page).getByText('No files found')).toBeVisible();
});

test('several files download one after another', { tag: '@full' }, async ({ page, user: _, api }) => {
  await upload(api);
  // Start times by the clock of the page: the test is notified after a delay that depends on the machine.
  await page.addInitScript(() => {
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function () {
      performance.mark('fetched');
      click.call(this);
    };
  });
  await page.goto('/');
  await select(page, ['a.txt', 'b.txt']);
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  await selectionToolbar(page).getByRole('button', { name: 'Download', exact: true }).click();
  await expect(selectionToolbar(page).getByRole('button', { name: 'Downloading...' })).toBeVisible();
  await expect(findToasts(page, 'Downloads complete')).toContainText('2 files');
  await expect(selectionToolbar(page)).toHaveText('0 files selected');
  await expect.poll(() => downloads.toSorted()).toEqual(['a.txt', 'b.txt']);
  const times = await page.evaluate(() =>
    performance.getEntriesByName('fetched').map(({ startTime }) => startTime),
  );
  expect(times).toHaveLength(2);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(790);
});

test('a failed bulk action keeps the selection and shows the error', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  await upload(api);
  await page.goto('/');
  await page.route('**/api/files/bulk**', (route) =>
    route.fulfill({ status: 409, json: { error: 'Not now.', code: 'conflict' } }),
  );
  await page.route('**/api/files/bulk/**', (route) =>
    route.fulfill({ status: 409, json: { error: 'Not now.', code: 'conflict' } }),
  );
  await select(page, ['a.txt', 'b.txt']);
  consoleErrors.expectFailedRequest('409 POST /api/files/bulk/download');
  await selectionToolbar(page).getByRole('button', { name: 'Download', exact: true }).click();
  await expect(findToasts(page, 'Failed to download files. Please try again.')).toContainText('Not now.');
  consoleErrors.expectFailedRequest('409 DELETE /api/files/bulk');
  await selectionToolbar(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(findToasts(page, 'Failed to delete files. Please try again.')).toBeVisible();
  await expect(selectionToolbar(page)).toContainText('2 files selected');
});

test('a file is renamed in its row and the rename can be undone', async ({ page, user: _, api }) => {
  const { id } = await api.upload(makeText('Leter.txt', 'Dear all'));
  await api.waitForExtraction(id);
  await page.goto('/');
  await chooseFromRow(page, 'Leter.txt', 'Rename');
  const dialog = page.getByRole('dialog', { name: 'Rename File' });
  await dialog.getByLabel('File name').fill('  ');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(dialog.getByText('File name is required')).toBeVisible();
  await dialog.getByLabel('File name').fill('Letter.txt');
  await page.keyboard.press('Enter');
  await expect(fileRow(page, 'Letter.txt')).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'Letter.txt' })).toBeVisible();
  await findToasts(page, 'File renamed').getByRole('button', { name: 'Undo' }).click();
  await expect(fileRow(page, 'Leter.txt')).toBeVisible();
});

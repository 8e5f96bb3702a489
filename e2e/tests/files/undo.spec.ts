import { expect, type Page } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { chooseFromRow, fileRow } from '../../support/actions/files-table.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import type { ConsoleErrors } from '../../support/fixtures/console-errors.ts';
import { test } from '../../support/fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');

async function confirm(page: Page, consoleErrors: ConsoleErrors): Promise<void> {
  await consoleErrors.waitForNetworkIdle();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
}

async function deleteSelected(
  page: Page,
  consoleErrors: ConsoleErrors,
  names: readonly [string, ...string[]],
): Promise<void> {
  await main(page).getByRole('button', { name: 'Select Multiple' }).click();
  for (const name of names) await fileRow(page, name).getByRole('link', { name, exact: true }).click();
  await page.getByRole('toolbar', { name: 'Selected files' }).getByRole('button', { name: 'Delete' }).click();
  await confirm(page, consoleErrors);
  await expect(fileRow(page, names[0])).toBeHidden();
}

const undo = (page: Page) => findToasts(page, 'deleted').last().getByRole('button', { name: 'Undo' }).click();

test('deleted files are restored by undo', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  for (const name of ['a.txt', 'b.txt', 'c.txt'])
    await api.waitForExtraction((await api.upload(makeText(name, name))).id);
  await page.goto('/');
  await deleteSelected(page, consoleErrors, ['a.txt', 'b.txt']);
  await undo(page);
  await expect(findToasts(page, 'Restored')).toContainText('2 items');
  for (const name of ['a.txt', 'b.txt']) await expect(fileRow(page, name)).toBeVisible();

  await chooseFromRow(page, 'c.txt', 'Delete');
  await confirm(page, consoleErrors);
  await expect(fileRow(page, 'c.txt')).toBeHidden();
  await undo(page);
  await expect(fileRow(page, 'c.txt')).toBeVisible();
});

test('files that cannot be restored are named', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const [first, second] = [
    await api.upload(makeText('a.txt', 'a')),
    await api.upload(makeText('b.txt', 'b')),
  ];
  for (const { id } of [first, second]) await api.waitForExtraction(id);
  await page.goto('/');
  await deleteSelected(page, consoleErrors, ['a.txt', 'b.txt']);
  await page.request.delete(`/api/trash/files/${second.id}`);
  // All or none in one call, then one by one.
  consoleErrors.expectFailedRequest('404 POST /api/trash/files/restore');
  consoleErrors.expectFailedRequest(`404 POST /api/trash/files/${second.id}/restore`);
  await undo(page);
  await expect(findToasts(page, 'Failed to restore')).toContainText('Restored 1 out of 2 items. b.txt: ');
  await expect(fileRow(page, 'a.txt')).toBeVisible();
  await expect(fileRow(page, 'b.txt')).toBeHidden();
});

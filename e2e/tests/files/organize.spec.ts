import { expect, type Page } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { dragOnto } from '../../support/actions/drag-onto.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

async function openDialog(page: Page) {
  await page.goto('/');
  await page.getByRole('button', { name: 'Organize' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Organize Folders & Files' });
  const item = (name: string) =>
    dialog.getByRole('list', { name: /^In / }).getByRole('listitem').filter({ hasText: name });
  const place = (name: string) =>
    dialog.getByRole('list', { name: 'All folders' }).getByRole('listitem').filter({ hasText: name });
  const pending = dialog.getByRole('region', { name: 'Pending changes' }).getByRole('listitem');
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  return { dialog, item, place, pending, save };
}

test('dragged items move when the dialog is saved', { tag: '@full' }, async ({ page, user: _, api }) => {
  const archive = await api.createFolder('Archive');
  const contracts = await api.createFolder('Contracts');
  const letter = await api.upload(makeText('Letter.txt', 'Dear all'));
  const { dialog, item, place, pending, save } = await openDialog(page);
  await save.click();
  await expect(findToasts(page, 'No Changes')).toContainText(
    'No items were moved. Try dragging folders or files first.',
  );
  const moved: string[] = [];
  page.on(
    'request',
    (request) => request.method() === 'PATCH' && moved.push(new URL(request.url()).pathname),
  );
  await dragOnto(item('Letter.txt'), place('Archive'));
  await expect(findToasts(page, 'Item moved')).toContainText('The item will be moved when you save changes');
  await dragOnto(item('Contracts'), place('Archive'));
  await expect(pending).toHaveCount(2);
  expect(moved).toEqual([]);
  await save.click();
  await expect(findToasts(page, 'Success')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(moved).toEqual([`/api/folders/${contracts.id}`, `/api/files/${letter.id}/move`]);
  const node = (name: string) => page.getByRole('treeitem', { name, exact: true });
  await expect(node('Contracts')).toHaveAttribute('aria-level', '2');
  await expect(node('Letter.txt')).toHaveAttribute('aria-level', '2');
  expect(await (await page.request.get(`/api/files/${letter.id}`)).json()).toMatchObject({
    folderId: archive.id,
  });
});

test('a pending move can be replaced and cancelled', { tag: '@full' }, async ({ page, user: _, api }) => {
  for (const name of ['Archive', 'Contracts']) await api.createFolder(name);
  await api.upload(makeText('Letter.txt', 'Dear all'));
  const { item, place, pending, dialog } = await openDialog(page);
  await dragOnto(item('Letter.txt'), place('Home'));
  await expect(pending).toHaveCount(0);
  await dragOnto(item('Letter.txt'), place('Archive'));
  await expect(pending).toHaveText(/Letter\.txt.*Archive/);
  await dragOnto(item('Letter.txt'), place('Contracts'));
  await expect(pending).toHaveText(/Letter\.txt.*Contracts/);
  await dialog.getByRole('button', { name: 'Cancel the move of Letter.txt' }).click();
  await expect(pending).toHaveCount(0);
});

test('a folder cannot be moved into itself or its pending descendants', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const contracts = await api.createFolder('Contracts');
  await api.createFolder('Leases', contracts.id);
  await api.createFolder('Archive');
  const { item, place, pending } = await openDialog(page);
  await dragOnto(item('Contracts'), place('Contracts'));
  await expect(findToasts(page, 'Cannot move a folder into itself.')).toBeVisible();
  await dragOnto(item('Contracts'), place('Leases'));
  await expect(findToasts(page, 'Cannot move a folder into one of its descendants.')).toBeVisible();
  await dragOnto(item('Archive'), place('Leases'));
  await dragOnto(item('Contracts'), place('Archive'));
  await expect(findToasts(page, 'Cannot move a folder into one of its descendants.')).toHaveCount(2);
  await expect(pending).toHaveText([/Archive.*Leases/]);
});

test('a file is moved by keyboard only', async ({ page, user: _, api }) => {
  await api.createFolder('Archive');
  await api.upload(makeText('Letter.txt', 'Dear all'));
  const { dialog, pending, save } = await openDialog(page);
  await dialog.getByRole('button', { name: 'Move Letter.txt' }).press('Enter');
  const choice = page.getByRole('dialog', { name: 'Choose Destination' });
  await choice.getByRole('radio', { name: 'Home (no folder)' }).focus();
  await page.keyboard.press('ArrowDown');
  await choice.getByRole('button', { name: 'Choose' }).press('Enter');
  await expect(choice).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Move Letter.txt' })).toBeFocused();
  await expect(pending).toHaveText([/Letter\.txt.*Archive/]);
  await save.press('Enter');
  await expect(findToasts(page, 'Success')).toContainText('All changes have been saved.');
});

test('failed moves are listed one by one and can be retried', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  await api.createFolder('Archive');
  const contracts = await api.createFolder('Contracts');
  await api.upload(makeText('Letter.txt', 'Dear all'));
  const budget = await api.upload(makeText('Budget.txt', 'Two euros'));
  const { item, place, pending, save, dialog } = await openDialog(page);
  await dragOnto(item('Letter.txt'), place('Archive'));
  await dragOnto(item('Contracts'), place('Archive'));
  const conflict = { status: 409, json: { error: 'Not now.', code: 'conflict' } };
  await page.route('**/api/folders/*', (route) => route.fulfill(conflict), { times: 1 });
  consoleErrors.expectFailedRequest(`409 PATCH /api/folders/${contracts.id}`);
  await save.click();
  await expect(findToasts(page, 'Folder Move Error')).toContainText(
    `Failed to move folder ID ${contracts.id}`,
  );
  await expect(findToasts(page, 'Partial Success')).toContainText(
    'Moved 1 out of 2 items. Some operations failed.',
  );
  await expect(pending).toHaveText([/Contracts.*Archive/]);

  await dragOnto(item('Budget.txt'), place('Archive'));
  await page.route('**/api/folders/*', (route) => route.fulfill(conflict), { times: 1 });
  await page.route(`**/api/files/${budget.id}/move`, (route) => route.fulfill(conflict), { times: 1 });
  consoleErrors.expectFailedRequest(`409 PATCH /api/folders/${contracts.id}`);
  consoleErrors.expectFailedRequest(`409 PATCH /api/files/${budget.id}/move`);
  await save.click();
  await expect(findToasts(page, 'File Move Error')).toContainText(`Failed to move file ID ${budget.id}`);
  await expect(findToasts(page, 'Failed to save any changes. Please try again.')).toBeVisible();
  await save.click();
  await expect(findToasts(page, 'Success').last()).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('no move is added and nothing is lost while moves are being saved', async ({ page, user: _, api }) => {
  await api.createFolder('Archive');
  for (const name of ['Letter.txt', 'Budget.txt']) await api.upload(makeText(name, 'Dear all'));
  const { dialog, item, place, pending, save } = await openDialog(page);
  await dragOnto(item('Letter.txt'), place('Archive'));
  await expect(pending).toHaveCount(1);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/files/*/move', async (route) => {
    await answered;
    await route.continue();
  });
  await save.click();
  await dragOnto(item('Budget.txt'), place('Archive'));
  await expect(findToasts(page, 'Saving Changes')).toContainText('once the changes are saved');
  await expect(pending).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  answer();
  await expect(findToasts(page, 'Success')).toContainText('All changes have been saved.');
  await expect(dialog).toBeHidden();
});

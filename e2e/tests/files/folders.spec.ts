import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { chooseFromRow, fileRow } from '../../support/actions/files-table.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

test('creating a folder requires a name', { tag: '@full' }, async ({ page, user: _ }) => {
  await page.goto('/');
  await page.getByRole('main').getByRole('button', { name: 'New Folder' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create New Folder' });
  await dialog.getByRole('button', { name: 'Create Folder' }).click();
  await expect(dialog.getByText('Folder name is required')).toBeVisible();
  await dialog.getByLabel('Folder name').fill('Contracts');
  await expect(dialog.getByText('Folder name is required')).toBeHidden();
  await dialog.getByRole('button', { name: 'Create Folder' }).click();
  await expect(findToasts(page, 'Folder created')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Contracts' })).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'Contracts' })).toBeVisible();
});

test('a folder is renamed on its page', { tag: '@full' }, async ({ page, user: _, api }) => {
  const { id } = await api.createFolder('Contacts');
  await page.goto(`/folder/${id}`);
  await page.getByRole('button', { name: 'Edit folder name' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Folder Name' });
  await dialog.getByLabel('Folder name').fill('  ');
  await expect(dialog.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  await dialog.getByLabel('Folder name').fill(' Contracts ');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(findToasts(page, 'Folder updated')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Contracts', level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Contracts')).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'Contracts' })).toBeVisible();
  await expect(page).toHaveTitle('Contracts – Muniment');
});

test('a folder moves with its contents, but not into itself', async ({ page, user: _, api }) => {
  const archive = await api.createFolder('Archive');
  const contracts = await api.createFolder('Contracts');
  await api.createFolder('Leases', contracts.id);
  await api.upload(makeText('Letter.txt', 'Dear all'), { folderId: contracts.id });
  await page.goto('/');
  await chooseFromRow(page, 'Contracts', 'Move');
  const dialog = page.getByRole('dialog', { name: 'Move Folder' });
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await dialog.getByText('Archive', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(findToasts(page, 'Folder moved')).toBeVisible();
  await page.goto(`/folder/${archive.id}`);
  await page.getByRole('main').getByRole('link', { name: 'Contracts' }).click();
  await expect(fileRow(page, 'Letter.txt')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')).toHaveText([
    'Home',
    'Archive',
    'Contracts',
  ]);
});

test('deleting a folder removes its files and can be undone', async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const contracts = await api.createFolder('Contracts');
  const leases = await api.createFolder('Leases', contracts.id);
  await api.upload(makeText('Letter.txt', 'Dear all'), { folderId: leases.id });
  await page.goto(`/folder/${leases.id}`);
  await expect(fileRow(page, 'Letter.txt')).toBeVisible();
  await consoleErrors.waitForNetworkIdle();
  await page.getByRole('treeitem', { name: 'Contracts' }).hover();
  await page.getByRole('button', { name: 'Delete Contracts' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete Folder?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(findToasts(page, 'Folder deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByText('No folders found')).toBeVisible();
  await expect(page.getByRole('main').getByText('No files found')).toBeVisible();
  await expect(page.getByText('No recent files')).toBeVisible();
  await findToasts(page, 'Folder deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(findToasts(page, 'Restored')).toContainText('Contracts');
  await expect(page.getByRole('treeitem', { name: 'Leases' })).toBeVisible();
  await expect(fileRow(page, 'Letter.txt')).toBeVisible();

  await consoleErrors.waitForNetworkIdle();
  await page.request.delete(`/api/folders/${contracts.id}`);
  for (const line of [`/api/folders/${leases.id}`, '/api/files'])
    consoleErrors.expectFailedRequest(`404 GET ${line}`);
  await page.goto(`/folder/${leases.id}`);
  await expect(page.getByRole('heading', { name: 'Error loading folder' })).toBeVisible();
  // The list of its files may fail after the folder.
  await consoleErrors.waitForNetworkIdle();
});

test('files appear only after the subfolders have loaded', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const { id } = await api.createFolder('Contracts');
  await api.upload(makeText('Letter.txt', 'Dear all'), { folderId: id });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const isFileList = ({ pathname, searchParams }: URL) =>
    pathname === '/api/folders' && searchParams.get('parentId') === String(id);
  await page.route(isFileList, async (route) => {
    await released;
    await route.continue();
  });
  const files = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/files');
  await page.goto(`/folder/${id}`);
  await files;
  await expect(page.getByText('Loading folder')).toBeVisible();
  await expect(fileRow(page, 'Letter.txt')).toBeHidden();
  release();
  await expect(fileRow(page, 'Letter.txt')).toBeVisible();
});

test('view preferences apply in another browser', { tag: '@full' }, async ({
  page,
  user,
  api,
  newBrowser,
}) => {
  await api.createFolder('Contracts');
  await page.goto('/');
  await page.getByRole('button', { name: 'Show as list' }).click();
  await expect(findToasts(page, 'Preferences updated')).toContainText(
    'Your workspace preferences have been saved.',
  );
  await page.getByRole('button', { name: 'Hide sidebar' }).click();
  await page.getByRole('button', { name: `Account menu of ${user.username}` }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(findToasts(page, 'Preferences updated')).toHaveCount(2);

  const otherBrowser = await newBrowser();
  await otherBrowser.api.signIn(user);
  await otherBrowser.page.goto('/');
  await expect(otherBrowser.page.getByRole('table', { name: 'Folders' })).toBeVisible();
  await expect(otherBrowser.page.getByRole('button', { name: 'Show sidebar' })).toBeVisible();
  await expect(otherBrowser.page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden();
  await expect(otherBrowser.page.locator('html')).toHaveCSS('color-scheme', 'dark');
});

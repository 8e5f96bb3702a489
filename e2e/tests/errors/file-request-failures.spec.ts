import { expect, type Page } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { BAD_GATEWAY_RESPONSE, failRequest } from '../../support/actions/fail-request.ts';
import { chooseFromRow, fileRow } from '../../support/actions/files-table.ts';
import { ask } from '../../support/actions/search-bar.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

test('failed folder and file actions show an error and change nothing', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const folder = await api.createFolder('Contracts');
  const file = await api.upload(makeText('a.txt', 'Rent'), { folderId: folder.id });
  await api.waitForExtraction(file.id);
  // Stays in the list while the other file is being deleted.
  await api.waitForExtraction((await api.upload(makeText('b.txt', 'b'), { folderId: folder.id })).id);
  await page.goto(`/folder/${folder.id}`);

  await failRequest(page, consoleErrors, 'POST /api/folders');
  await main(page).getByRole('button', { name: 'New Folder' }).first().click();
  await dialog(page).getByLabel('Folder name').fill('Leases');
  await dialog(page).getByRole('button', { name: 'Create Folder' }).click();
  await expect(findToasts(page, 'Failed to create folder')).toContainText('Not now.');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  await failRequest(page, consoleErrors, `PATCH /api/folders/${folder.id}`);
  await main(page).getByRole('button', { name: 'Edit folder name' }).click();
  await dialog(page).getByLabel('Folder name').fill('Leases');
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
  await expect(findToasts(page, 'Failed to update folder name. Please try again.')).toBeVisible();
  await expect(dialog(page).getByLabel('Folder name')).toHaveValue('Leases');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: folder.name, level: 1 })).toBeVisible();

  await failRequest(page, consoleErrors, `PATCH /api/files/${file.id}`);
  await chooseFromRow(page, file.name, 'Rename');
  await dialog(page).getByLabel('File name').fill('c.txt');
  await dialog(page).getByRole('button', { name: 'Rename' }).click();
  await expect(findToasts(page, 'Failed to rename file')).toContainText('Not now.');
  await expect(dialog(page).getByLabel('File name')).toHaveValue('c.txt');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(fileRow(page, file.name)).toBeVisible();

  await failRequest(page, consoleErrors, `PATCH /api/files/${file.id}/move`);
  await chooseFromRow(page, file.name, 'Move');
  await dialog(page).getByText('Home (no folder)').click();
  await dialog(page).getByRole('button', { name: 'Move', exact: true }).click();
  await expect(findToasts(page, 'Failed to move file. Please try again.')).toContainText('Not now.');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  await failRequest(page, consoleErrors, `DELETE /api/files/${file.id}`);
  await chooseFromRow(page, file.name, 'Delete');
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(findToasts(page, 'Failed to delete file. Please try again.')).toContainText('Not now.');

  await failRequest(page, consoleErrors, 'POST /api/files/bulk/move');
  await main(page).getByRole('button', { name: 'Select Multiple' }).click();
  await page.getByRole('checkbox', { name: `Select ${file.name}` }).check();
  await page.getByRole('toolbar', { name: 'Selected files' }).getByRole('button', { name: 'Move' }).click();
  await dialog(page).getByText('Home (no folder)').click();
  await dialog(page).getByRole('button', { name: 'Move', exact: true }).click();
  await expect(findToasts(page, 'Failed to move files. Please try again.')).toContainText('Not now.');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await main(page).getByRole('button', { name: 'Exit Select' }).first().click();

  await fileRow(page, file.name).getByRole('link', { name: file.name, exact: true }).click();
  const panel = page.getByRole('complementary', { name: file.name });
  // The details of the list are shown at once, the content with the answer to the call that fails below.
  await expect(panel.getByText('Rent')).toBeVisible();
  await failRequest(page, consoleErrors, `GET /api/files/${file.id}`);
  await panel.getByRole('button', { name: 'Download' }).click();
  await expect(findToasts(page, 'Download Failed')).toContainText('There was an error downloading the file.');

  await page.goto('/');
  await api.createFolder('Archive');
  await page.reload();
  await failRequest(page, consoleErrors, `PATCH /api/folders/${folder.id}`);
  await chooseFromRow(page, folder.name, 'Move');
  await dialog(page).getByText('Archive', { exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Move', exact: true }).click();
  await expect(findToasts(page, 'Failed to move folder')).toContainText('Not now.');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await failRequest(page, consoleErrors, `DELETE /api/folders/${folder.id}`);
  await chooseFromRow(page, folder.name, 'Delete');
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(findToasts(page, 'Failed to delete folder. Please try again.')).toContainText('Not now.');
  await expect(main(page).getByRole('link', { name: folder.name })).toBeVisible();
});

test('failed search, upload, preference and sign-out requests show an error', { tag: '@full' }, async ({
  page,
  user,
  api,
  consoleErrors,
}) => {
  await api.createFolder('Contracts');
  await page.goto('/');
  await failRequest(page, consoleErrors, 'GET /api/search');
  await ask(page, 'Who pays?');
  await expect(findToasts(page, 'Search failed')).toContainText('Not now.');
  await failRequest(page, consoleErrors, 'PATCH /api/user/preferences');
  await page.getByRole('button', { name: 'Show as list' }).click();
  await expect(findToasts(page, 'Failed to update preferences')).toContainText('Not now.');

  await failRequest(page, consoleErrors, 'POST /api/files', BAD_GATEWAY_RESPONSE);
  await main(page).getByRole('button', { name: 'Upload Files' }).first().click();
  await dialog(page).getByLabel('Choose Files').setInputFiles(makeText('a.txt', 'a'));
  await dialog(page).getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(findToasts(page, 'Upload failed')).toContainText('Failed to upload file');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  await failRequest(page, consoleErrors, 'POST /api/logout');
  await page.getByRole('button', { name: `Account menu of ${user.username}` }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(findToasts(page, 'Logout failed')).toContainText('Not now.');
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
});

test('the search page says that a question failed, and asks it again', { tag: '@full' }, async ({
  page,
  user: _,
  consoleErrors,
}) => {
  const stopFailing = await failRequest(page, consoleErrors, 'GET /api/search');
  await page.goto('/search?q=Who%20pays%3F');
  const failure = page
    .getByRole('alert')
    .filter({ hasText: 'The documents could not be searched. Not now.' });
  await expect(failure).toBeVisible();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(failure).toBeVisible();
  await stopFailing();
  await failure.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('No answer found').first()).toBeVisible();
  await expect(failure).toHaveCount(0);
});

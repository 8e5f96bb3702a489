import { expect, type Page } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { failRequest } from '../../support/actions/fail-request.ts';
import { chooseForInvitation } from '../../support/actions/invitation-menu.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

test('failed user and settings changes show an error', { tag: '@full' }, async ({
  page,
  asAdministrator: _,
  consoleErrors,
  newBrowser,
}) => {
  const invitee = newAccount();
  await (await newBrowser()).api.register(invitee);
  const [{ id }] = await (await page.request.get(`/api/users?email=${invitee.email}`)).json();
  await failRequest(page, consoleErrors, 'PATCH /api/admin/system-settings');
  await page.goto('/settings?tab=system');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(findToasts(page, 'Failed to update system settings')).toContainText('Not now.');

  const { username, email, password } = newAccount();
  await failRequest(page, consoleErrors, 'POST /api/admin/users');
  await page.goto('/admin');
  await main(page).getByRole('button', { name: 'Add User' }).click();
  await dialog(page).getByLabel('Username').fill(username);
  await dialog(page).getByLabel('Email').fill(email);
  await dialog(page).getByLabel('Password', { exact: true }).fill(password);
  await dialog(page).getByRole('button', { name: 'Add User' }).click();
  await expect(findToasts(page, 'Error creating user')).toContainText('Not now.');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  const stopFailing = await failRequest(page, consoleErrors, `PATCH /api/admin/users/${id}`);
  await page.getByLabel('Filter users').fill(invitee.username);
  await main(page)
    .getByRole('button', { name: `Edit ${invitee.username}` })
    .click();
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
  await expect(findToasts(page, 'Error updating user')).toContainText('Not now.');
  await stopFailing();
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
  await expect(findToasts(page, 'User updated')).toContainText(invitee.username);

  await failRequest(page, consoleErrors, `DELETE /api/admin/users/${id}`);
  await main(page)
    .getByRole('button', { name: `Delete ${invitee.username}` })
    .click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(findToasts(page, 'Error deleting user')).toContainText('Not now.');

  await failRequest(page, consoleErrors, 'GET /api/users');
  await page.reload();
  await expect(page.getByRole('complementary').getByText('Failed to fetch users')).toBeVisible();
});

test('a rejected download permission change reverts', { tag: '@full' }, async ({
  page,
  asAdministrator: _,
  api,
  consoleErrors,
}) => {
  const folder = await api.createFolder('Contracts');
  const file = await api.upload(makeText('a.txt', 'a'), { folderId: folder.id });
  await failRequest(page, consoleErrors, `PATCH /api/files/${file.id}/allow-download`);
  await page.goto(`/folder/${folder.id}`);
  const allow = page.getByRole('switch', { name: 'Allow download of a.txt' });
  await allow.click();
  await expect(findToasts(page, 'Failed to change the download permission')).toContainText('Not now.');
  await expect(allow).toBeChecked();
});

test('a failed revocation and a failed reindex show an error', { tag: '@full' }, async ({
  page,
  asAdministrator: _,
  consoleErrors,
  newBrowser,
}) => {
  const owner = await newBrowser();
  await owner.api.register(newAccount());
  const folder = await owner.api.createFolder('Contracts');
  const email = newAccount().email;
  await owner.api.invite(email, { folderIds: [folder.id], role: 'visitor' });
  const [{ id }] = await (await owner.page.request.get('/api/invitations')).json();
  await failRequest(page, consoleErrors, `DELETE /api/admin/invitations/${id}`);
  await page.goto('/admin?tab=invitations');
  await chooseForInvitation(page, email, 'Revoke');
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await expect(findToasts(page, 'Failed to revoke invitation')).toContainText('Not now.');

  // Mocked: a reindex would reset the files of every other test on this server.
  await page.route('**/api/search?*', (route) => route.fulfill({ json: { success: true, documents: 1 } }));
  await page.goto('/');
  await page.getByRole('button', { name: 'Reindex documents' }).click();
  await expect(findToasts(page, 'Documents reindexed')).toBeVisible();
  await failRequest(page, consoleErrors, 'GET /api/search');
  await page.getByRole('button', { name: 'Reindex documents' }).click();
  await expect(findToasts(page, 'Reindexing failed')).toContainText('Not now.');
});

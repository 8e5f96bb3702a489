import { expect, type Page } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { chooseForInvitation } from '../../support/actions/invitation-menu.ts';
import { pressEscape } from '../../support/actions/press-escape.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { newAccount } from '../../support/fixtures/test.ts';
import { test } from '../../support/fixtures/test-with-mail.ts';

const main = (page: Page) => page.getByRole('main');
const folders = (page: Page) => page.getByRole('region', { name: 'Folders' });
const row = (page: Page, text: string) => main(page).getByRole('row').filter({ hasText: text });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('an administrator creates, edits and deletes a user and takes over their content', async ({
  page,
  asAdministrator,
  newBrowser,
}) => {
  const account = newAccount();
  await page.goto('/');
  await page.getByRole('button', { name: `Account menu of ${asAdministrator.username}` }).click();
  await page.getByRole('menuitem', { name: 'Admin Dashboard' }).click();
  await expect(main(page).getByText('1 user', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Add User' }).click();
  const add = dialog(page, 'Add User');
  await add.getByLabel('Username').fill(account.username);
  await add.getByLabel('Email').fill('nowhere');
  await add.getByLabel('Password', { exact: true }).fill(account.password);
  await add.getByRole('button', { name: 'Add User' }).click();
  await expect(add.getByText('Please enter a valid email address')).toBeVisible();
  await add.getByLabel('Email').fill(account.email);
  await add.getByRole('button', { name: 'Add User' }).click();
  await expect(findToasts(page, 'User created')).toContainText(account.username);
  await expect(row(page, asAdministrator.email).getByRole('button')).toHaveAccessibleName(/^Edit /);

  const userBrowser = await newBrowser();
  await userBrowser.api.signIn(account);
  await userBrowser.api.createFolder('Handed over');
  await page.getByRole('button', { name: `Edit ${account.username}` }).click();
  await dialog(page, 'Edit User').getByRole('switch', { name: 'Administrator' }).check();
  await dialog(page, 'Edit User').getByRole('button', { name: 'Save Changes' }).click();
  await expect(row(page, account.email)).toContainText('Admin');
  await userBrowser.page.goto('/admin');
  await expect(row(userBrowser.page, asAdministrator.email)).toBeVisible();

  await page.getByRole('button', { name: `Delete ${account.username}` }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete User' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(findToasts(page, 'User deleted')).toBeVisible();
  await userBrowser.page.goto('/');
  await expect(userBrowser.page).toHaveURL(/\/auth$/);
  await page.goto('/');
  await expect(folders(page).getByRole('link', { name: 'Handed over', exact: true })).toBeVisible();
});

test('maintenance mode blocks everyone except administrators', { tag: '@full' }, async ({
  page,
  asAdministrator: _,
  consoleErrors,
  newBrowser,
}) => {
  const invitee = await newBrowser();
  await invitee.api.register(newAccount());
  const toggle = async () => {
    await page.goto('/settings?tab=system');
    await page.getByRole('switch', { name: 'Maintenance mode' }).click();
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await expect(findToasts(page, 'System settings updated')).toBeVisible();
  };
  await toggle();
  consoleErrors.expectFailedRequest('503 GET /api/start');
  await invitee.page.goto('/');
  await expect(invitee.page.getByRole('heading', { name: 'Muniment is unavailable' })).toBeVisible();
  await toggle();
  await invitee.page.getByRole('button', { name: 'Try Again' }).click();
  await expect(invitee.page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
});

test('a phone scrolls to the settings tab named in the URL', { tag: '@full' }, async ({
  page,
  asAdministrator: _,
}) => {
  await page.setViewportSize({ width: 380, height: 800 });
  await page.goto('/settings?tab=system');
  await expect(page.getByRole('tab', { name: 'System' })).toBeInViewport({ ratio: 0.9 });
  await expect(page.getByRole('tab', { name: 'Profile' })).not.toBeInViewport();
});

test('saved system settings apply immediately', { tag: '@full' }, async ({
  page,
  asAdministrator: _,
  api,
}) => {
  await api.createFolder('Contracts');
  await page.goto('/settings?tab=system');
  await page.getByLabel('Maximum upload size (MB)').fill('0');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByLabel('Maximum upload size (MB)')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Maximum upload size (MB)').fill('1');
  await page.getByLabel('Invitations expire after (days)').fill('20');
  await page.getByRole('switch', { name: 'Public sharing' }).check();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(findToasts(page, 'System settings updated')).toBeVisible();

  await page.goto('/');
  await main(page).getByRole('button', { name: 'Upload Files' }).first().click();
  await expect(dialog(page, 'Upload Documents').getByText('(Max 1MB)')).toBeVisible();
  await pressEscape(page);
  await page.goto('/settings?tab=invitations');
  await main(page).getByRole('button', { name: 'Invite User' }).first().click();
  const form = dialog(page, 'Invite User');
  await expect(form.getByText('Leave blank for a link that anyone can use.')).toBeVisible();
  await form.getByRole('checkbox', { name: 'Contracts', exact: true }).check();
  await form.getByRole('button', { name: 'Send Invitation' }).click();
  await dialog(page, 'Invitation created').getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'Anyone with the link')).toContainText('Pending');
});

test('an administrator sees all invitations, mail and audit entries', { tag: '@full' }, async ({
  page,
  asAdministrator: _,
  mailbox,
  newBrowser,
}) => {
  const owner = newAccount();
  const userBrowser = await newBrowser();
  await userBrowser.api.register(owner);
  const { id } = await userBrowser.api.createFolder('Sale of Northwind');
  await userBrowser.api.invite('buyer@example.com', { folderIds: [id], role: 'visitor' });
  expect((await userBrowser.page.request.get('/api/admin/users')).status()).toBe(403);
  await mailbox.waitForLink('buyer@example.com');

  await page.goto('/admin?tab=invitations');
  await expect(row(page, 'buyer@example.com')).toContainText(owner.username);
  await page.getByRole('tab', { name: 'Advanced' }).click();
  await page.getByRole('tab', { name: 'Outbox' }).click();
  await expect(row(page, 'buyer@example.com')).toContainText('Sent');
  await main(page).getByRole('button', { name: 'invites you to view' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText("You don't need an account.");
  await pressEscape(page);
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('tab', { name: 'Audit Log' }).click();
  await expect(row(page, 'Sale of Northwind').first()).toContainText(owner.username);
  await page.getByLabel('Result').selectOption('Denied');
  await expect(row(page, 'Sale of Northwind')).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  await downloading;
  await page.getByRole('tab', { name: 'Advanced' }).click();
  await page.getByRole('tab', { name: 'Maintenance' }).click();
  await expect(
    main(page)
      .getByText(/next run/)
      .first(),
  ).toBeVisible();
  await expect(page.getByLabel('Background jobs').getByText('Waiting').first()).toBeVisible();

  await page.getByRole('tab', { name: 'Invitations' }).click();
  await chooseForInvitation(page, 'buyer@example.com', 'Revoke');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(main(page).getByText('No invitations')).toBeVisible();
});

test("an administrator restricts a file and restores another user's file", { tag: '@full' }, async ({
  page,
  asAdministrator: _,
  newBrowser,
  consoleErrors,
}) => {
  const userBrowser = await newBrowser();
  await userBrowser.api.register(newAccount());
  const { id: folderId } = await userBrowser.api.createFolder('Sale of Northwind');
  const { id } = await userBrowser.api.upload(makeText('Letter.txt', 'Dear all'), { folderId });
  await page.goto(`/folder/${folderId}`);
  await row(page, 'Letter.txt').getByRole('switch').click();
  await expect
    .poll(async () => (await userBrowser.page.request.get(`/api/files/${id}/download`)).status())
    .toBe(403);
  expect((await page.request.get(`/api/files/${id}/download`)).status()).toBe(200);
  await userBrowser.page.goto(`/file/${id}`);
  await expect(
    userBrowser.page.getByText('You can view this file, but downloading it is restricted.'),
  ).toBeVisible();

  await consoleErrors.waitForNetworkIdle();
  // The page of a file follows its deletion, and finds it gone.
  await userBrowser.page.goto('about:blank');
  await userBrowser.page.request.delete(`/api/files/${id}`);
  await page.goto('/trash');
  await page.getByRole('button', { name: 'Restore Letter.txt' }).click();
  await expect(findToasts(page, 'Restored')).toBeVisible();
  await userBrowser.page.goto(`/folder/${folderId}`);
  await expect(row(userBrowser.page, 'Letter.txt')).toContainText('Restricted');
});

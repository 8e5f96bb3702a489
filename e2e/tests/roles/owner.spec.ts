import { expect, type Page } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { chooseFromRow, fileRow } from '../../support/actions/files-table.ts';
import { fillInvitation } from '../../support/actions/fill-invitation.ts';
import { chooseForInvitation } from '../../support/actions/invitation-menu.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');

test('an owner sees who viewed a file, and the viewer sees their own views', async ({
  page,
  user,
  api,
  newBrowser,
}) => {
  const { id: folderId } = await api.createFolder('Contracts');
  const file = await api.upload(makeText('Letter.txt', 'Dear all'), { folderId });
  await page.goto('/file-views');
  await expect(page.getByRole('heading', { name: 'File Activity Tracking', level: 1 })).toBeVisible();
  await expect(main(page)).toContainText(
    'No one has viewed your files yet. Share your files with others to track views.',
  );

  const viewer = newAccount();
  const viewerBrowser = await newBrowser();
  await viewerBrowser.api.register(viewer);
  await page.goto(`/folder/${folderId}`);
  await page.getByLabel('Add a collaborator by email').fill(viewer.email);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Add Anyway' }).click();
  await expect(findToasts(page, 'Collaborator added')).toBeVisible();
  await viewerBrowser.page.goto(`/file/${file.id}`);
  await expect(viewerBrowser.page.getByText('Dear all')).toBeVisible();

  await page.goto('/file-views');
  const views = page.getByRole('table', { name: 'Files Viewed by Others' });
  await expect(views.getByRole('row').filter({ hasText: file.name })).toContainText(viewer.username);
  await viewerBrowser.page.goto('/file-views');
  await viewerBrowser.page.getByRole('tab', { name: "Files You've Viewed" }).click();
  const seen = viewerBrowser.page.getByRole('table', { name: "Files You've Viewed" });
  await expect(seen.getByRole('row').filter({ hasText: file.name })).toContainText(user.username);
});

test('without a mail server the invitation link is shown and can be revoked', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  await api.createFolder('Contracts');
  await page.goto('/settings?tab=invitations');
  await expect(main(page).getByText('No invitations')).toBeVisible();
  await page.getByRole('button', { name: 'Invite User' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Invite User' });
  await expect(dialog.getByText('Email is not configured.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create Link' }).click();
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
  const link = await fillInvitation(page, {
    email: 'buyer@example.com',
    role: 'Visitor (view only, no account)',
    folder: 'Contracts',
  });
  expect(link).toMatch(/\/accept-invite\/[\w-]{43}$/);
  await page.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row').filter({ hasText: 'buyer@example.com' });
  await expect(row).toContainText('Pending');
  await expect(row).toContainText('7 days left');
  await chooseForInvitation(page, 'buyer@example.com', 'Revoke');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(findToasts(page, 'Invitation revoked')).toBeVisible();
  await expect(main(page).getByText('No invitations')).toBeVisible();
});

test('deleted files can be restored or deleted permanently from the trash', async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const { id: folderId } = await api.createFolder('Contracts');
  for (const name of ['Keep.txt', 'Forget.txt']) await api.upload(makeText(name, name), { folderId });
  await page.goto(`/folder/${folderId}`);
  for (const name of ['Keep.txt', 'Forget.txt']) {
    await chooseFromRow(page, name, 'Delete');
    await consoleErrors.waitForNetworkIdle();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(fileRow(page, name)).toHaveCount(0);
  }
  await page.getByRole('button', { name: /^Account menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Trash' }).click();
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Keep.txt' })).toContainText('from Contracts');
  await page.getByRole('button', { name: 'Restore Keep.txt' }).click();
  await expect(findToasts(page, 'Restored')).toContainText('Keep.txt');
  await page.getByRole('button', { name: 'Delete Forget.txt permanently' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete Permanently' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(findToasts(page, 'Permanently deleted')).toContainText('Forget.txt');
  await expect(main(page).getByText('The trash is empty')).toBeVisible();
  await page.goto(`/folder/${folderId}`);
  await expect(fileRow(page, 'Keep.txt')).toBeVisible();
  await expect(fileRow(page, 'Forget.txt')).toHaveCount(0);
});

test('a changed password ends other sessions', { tag: '@full' }, async ({
  page,
  user,
  consoleErrors,
  newBrowser,
}) => {
  const other = await newBrowser();
  await other.api.signIn(user);
  const next = newAccount();
  await page.goto('/settings');
  await page.getByLabel('Username').fill(next.username);
  await page.getByLabel('Email', { exact: true }).fill(next.email);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(findToasts(page, 'Profile updated')).toBeVisible();

  await page.getByRole('tab', { name: 'Security' }).click();
  const submitPassword = async (confirmation: string) => {
    await page.getByLabel('Current password').fill(user.password);
    await page.getByLabel('New password', { exact: true }).fill(next.password);
    await page.getByLabel('Confirm new password').fill(confirmation);
    await page.getByRole('button', { name: 'Change Password' }).click();
  };
  await submitPassword(`${next.password}!`);
  await expect(main(page).getByText("Passwords don't match")).toBeVisible();
  await submitPassword(next.password);
  await expect(findToasts(page, 'Password updated')).toBeVisible();

  await other.page.goto('/');
  await expect(other.page).toHaveURL(/\/auth$/);
  consoleErrors.expectFailedRequest('401 POST /api/login');
  for (const password of [user.password, next.password]) {
    await other.page.getByLabel('Username').fill(next.username);
    await other.page.getByLabel('Password', { exact: true }).fill(password);
    await other.page.getByRole('button', { name: 'Sign In' }).click();
    if (password === user.password) await expect(findToasts(other.page, 'Login failed')).toBeVisible();
  }
  await expect(other.page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
});

test('notification settings and preferences are saved', { tag: '@full' }, async ({
  page,
  user,
  newBrowser,
}) => {
  await page.goto('/settings?tab=notifications');
  const shared = page.getByRole('switch', { name: 'New files' });
  await expect(shared).toBeDisabled();
  // `check()` would expect the new state before the request ends.
  await page.getByRole('switch', { name: 'Email notifications' }).click();
  await expect(findToasts(page, 'Notification preferences updated')).toBeVisible();
  await shared.click();
  await expect(shared).toBeChecked();
  await page.getByRole('tab', { name: 'Profile' }).click();
  await page.getByLabel('Color scheme').selectOption('Dark');
  await expect(findToasts(page, 'Your workspace preferences have been saved.')).toBeVisible();
  const other = await newBrowser();
  await other.api.signIn(user);
  await other.page.goto('/settings?tab=notifications');
  await expect(other.page.getByRole('switch', { name: 'New files' })).toBeChecked();
  await expect(other.page.locator('html')).toHaveAttribute('data-scheme', 'dark');
});

test('the profile page shows the user and their recent documents', { tag: '@full' }, async ({
  page,
  user,
  api,
}) => {
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: user.username, level: 1 })).toBeVisible();
  await expect(main(page).getByText("You don't have any documents yet.")).toBeVisible();
  const { name } = await api.upload(makeText('Letter.txt', 'Dear all'));
  await page.reload();
  await main(page).getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.goBack();
  await main(page).getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page.getByLabel('Username')).toHaveValue(user.username);
});

import { expect, type Page } from '@playwright/test';
import { BAD_GATEWAY_RESPONSE, failRequest } from '../../support/actions/fail-request.ts';
import { chooseForInvitation } from '../../support/actions/invitation-menu.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const BUYER = 'buyer@example.com';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('failed collaborator changes show an error', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
  newBrowser,
}) => {
  const folder = await api.createFolder('Contracts');
  const invitee = newAccount();
  await (await newBrowser()).api.register(invitee);
  const panel = page.getByRole('region', { name: 'Collaborators' });
  const add = async (email: string) => {
    await panel.getByLabel('Add a collaborator by email').fill(email);
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
  };
  await page.goto(`/folder/${folder.id}`);
  const stopFailing = await failRequest(page, consoleErrors, `POST /api/folders/${folder.id}/collaborators`);
  const addAnyway = () => page.getByRole('button', { name: 'Add Anyway' }).click();
  await add(invitee.email);
  await addAnyway();
  await expect(findToasts(page, 'Failed to add collaborator')).toContainText('Not now.');
  await stopFailing();
  await add(invitee.email);
  await addAnyway();
  await expect(findToasts(page, 'Collaborator added')).toContainText(invitee.username);
  await add(BUYER);
  await expect(findToasts(page, 'Invitation sent')).toContainText('Share this link');
  await failRequest(page, consoleErrors, 'POST /api/invitations');
  await add('another@example.com');
  await expect(findToasts(page, 'Failed to send invitation')).toContainText('Not now.');

  await panel.getByRole('button', { name: 'Invite User' }).click();
  await dialog(page).getByLabel('Email').fill(BUYER);
  await dialog(page).getByRole('button', { name: 'Create Link' }).click();
  await expect(findToasts(page, 'Error creating invitation')).toContainText('Not now.');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  const [{ id }] = await (await page.request.get(`/api/folders/${folder.id}/collaborators`)).json();
  await failRequest(page, consoleErrors, `DELETE /api/folders/${folder.id}/collaborators/${id}`);
  await panel.getByRole('button', { name: `Remove ${invitee.username}` }).click();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect(findToasts(page, 'Failed to remove collaborator')).toContainText('Not now.');
  await expect(panel).toContainText(invitee.email);

  const answerAgain = await failRequest(page, consoleErrors, `GET /api/folders/${folder.id}/access-below`);
  await page.reload();
  await panel.getByRole('button', { name: `Remove ${invitee.username}` }).click();
  await expect(dialog(page)).toContainText('Failed to load who loses access with them');
  await expect(dialog(page).getByRole('button', { name: 'Remove' })).toBeDisabled();
  await answerAgain();
  await dialog(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Remove' })).toBeEnabled();
});

test('invitation links are copied and inspected, and failures are shown', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const folder = await api.createFolder('Contracts');
  const link = await api.invite(BUYER, { folderIds: [folder.id], role: 'visitor' });
  const [{ id }] = await (await page.request.get('/api/invitations')).json();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto('/settings?tab=invitations');
  await page.getByRole('button', { name: `Copy link for ${BUYER}` }).click();
  await expect(findToasts(page, 'Link copied')).toBeVisible();
  expect(await copied()).toBe(link);

  await chooseForInvitation(page, BUYER, 'Debug Links');
  const token = link.split('/').at(-1) ?? '';
  await expect(dialog(page).getByLabel('Token', { exact: true })).toHaveValue(token);
  await expect(dialog(page).getByLabel('Debug address', { exact: true })).toHaveValue(/\/visitor-debug\//);
  await dialog(page).getByRole('button', { name: 'Copy validation address' }).click();
  await expect(findToasts(page, 'Copied to clipboard')).toBeVisible();
  expect(await copied()).toContain(`/api/validate-token/${token}`);
  await dialog(page).getByRole('button', { name: 'Done' }).click();

  await failRequest(page, consoleErrors, `GET /api/debug/invitation-to-visitor/${id}`);
  await chooseForInvitation(page, BUYER, 'Debug Links');
  await expect(findToasts(page, 'Failed to generate debug links')).toBeVisible();
  await failRequest(page, consoleErrors, `DELETE /api/invitations/${id}`);
  await chooseForInvitation(page, BUYER, 'Revoke');
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await expect(findToasts(page, 'Error revoking invitation')).toContainText('Not now.');

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('Not allowed'));
  });
  await page.getByRole('button', { name: `Copy link for ${BUYER}` }).click();
  await expect(findToasts(page, 'The link could not be copied')).toContainText(link);

  const stopFailing = await failRequest(page, consoleErrors, 'GET /api/invitations');
  await page.reload();
  await expect(main(page).getByText('Error loading invitations: Not now.')).toBeVisible();
  await stopFailing();
  await main(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(main(page).getByText(BUYER).first()).toBeVisible();
});

test('failed profile, password and registration requests show an error', { tag: '@full' }, async ({
  page,
  user,
  consoleErrors,
  newBrowser,
}) => {
  await failRequest(page, consoleErrors, 'PATCH /api/user/profile');
  await page.goto('/settings');
  await main(page).getByRole('button', { name: 'Save Changes' }).click();
  await expect(findToasts(page, 'Failed to update profile')).toContainText('Not now.');
  await failRequest(page, consoleErrors, 'PATCH /api/user/password');
  await page.getByRole('tab', { name: 'Security' }).click();
  await page.getByLabel('Current password').fill(user.password);
  await page.getByLabel('New password', { exact: true }).fill('another-secret');
  await page.getByLabel('Confirm new password').fill('another-secret');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(findToasts(page, 'Failed to update password')).toContainText('Not now.');
  await failRequest(page, consoleErrors, 'PATCH /api/user/notifications');
  await page.getByRole('tab', { name: 'Notifications' }).click();
  await page.getByRole('switch', { name: 'Email notifications' }).click();
  await expect(findToasts(page, 'Failed to update notification preferences')).toContainText('Not now.');

  const otherBrowser = await newBrowser();
  const { username, email, password } = newAccount();
  await failRequest(otherBrowser.page, consoleErrors, 'POST /api/register', BAD_GATEWAY_RESPONSE);
  await otherBrowser.page.goto('/auth?mode=register');
  await otherBrowser.page.getByLabel('Username').fill(username);
  await otherBrowser.page.getByLabel('Email').fill(email);
  await otherBrowser.page.getByLabel('Password', { exact: true }).fill(password);
  await otherBrowser.page.getByLabel('Confirm Password').fill(password);
  await otherBrowser.page.getByRole('button', { name: 'Create Account' }).click();
  await expect(findToasts(otherBrowser.page, 'Registration failed')).toContainText(
    'Could not create account',
  );
});

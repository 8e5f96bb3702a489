import { expect } from '@playwright/test';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test-with-mail.ts';

test('a user follows a folder, and chooses when mails about it come', { tag: '@full' }, async ({
  page,
  api,
  user,
  mailbox,
  consoleErrors,
}) => {
  // Mails go to confirmed addresses only.
  await page.goto(await mailbox.waitForLink(user.email, 'confirm-email'));
  await page.getByRole('button', { name: 'Confirm Address' }).click();
  await expect(page.getByText('Your address is confirmed.')).toBeVisible();
  const { id } = await api.createFolder('Deal');
  await page.goto(`/folder/${id}`);
  const stopFailing = await failRequest(page, consoleErrors, `PUT /api/follows/folder/${id}`);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(findToasts(page, 'Failed to change what you follow')).toContainText('Not now.');
  await stopFailing();
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Following' })).toHaveAttribute('aria-pressed', 'true');

  await page.goto('/settings?tab=notifications');
  const frequency = page.getByLabel('Frequency of emails about Deal');
  // Chosen with the first follow.
  await expect(frequency).toHaveValue('daily');
  await page.getByLabel('Time zone of emails about Deal').selectOption('Europe/Berlin');
  await page.getByLabel('Hour of emails about Deal').selectOption('17');
  await expect(page.getByLabel('Hour of emails about Deal')).toHaveValue('17');
  await expectAccessibleScreen(page, 'mails about changes');
  const stopRefusing = await failRequest(page, consoleErrors, `PATCH /api/digests/${id}`);
  await frequency.selectOption('weekly');
  await expect(findToasts(page, 'Failed to change the emails about this room')).toContainText('Not now.');
  await stopRefusing();
  await page.getByRole('button', { name: 'Unfollow Deal' }).click();
  await expect(page.getByText('You follow nothing yet.')).toBeVisible();
});

test('the page of an unsubscribe address asks for a click', { tag: '@full' }, async ({
  page,
  consoleErrors,
}) => {
  const path = `/api/digests/unsubscribe/${'A'.repeat(43)}`;
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Unsubscribe' })).toBeVisible();
  await expectAccessibleScreen(page, 'unsubscribe');
  consoleErrors.expectFailedRequest(`404 POST ${path}`);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText('This address is not valid any more.')).toBeVisible();
});

test('a visitor follows a folder, and finds the mails about it in their menu', { tag: '@full' }, async ({
  page,
  api,
  user: _user,
  newBrowser,
}) => {
  const { id } = await api.createFolder('Deal');
  const invitation = { email: 'guest@example.com', folderIds: [id], role: 'visitor' };
  const { inviteUrl } = await (await page.request.post('/api/invitations', { data: invitation })).json();
  const { page: visitor } = await newBrowser();
  await visitor.request.get(`/api/visitor/auth/${new URL(inviteUrl).pathname.split('/').at(-1)}`);
  await visitor.goto(`/folder/${id}`);
  await visitor.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(visitor.getByRole('button', { name: 'Following' })).toBeVisible();
  await visitor.getByRole('button', { name: 'Visitor', exact: true }).click();
  await visitor.getByRole('menuitem', { name: 'Notifications' }).click();
  await expect(visitor.getByLabel('Frequency of emails about Deal')).toHaveValue('daily');
  await expectAccessibleScreen(visitor, 'notifications of a visitor');
  await visitor.goto('/changes');
  await expect(visitor.getByRole('heading', { name: 'Changes' })).toBeVisible();
});

import { expect } from '@playwright/test';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test-with-mail.ts';

test('a forgotten password is replaced through the mailed link', async ({
  page,
  user,
  mailbox,
  consoleErrors,
}) => {
  await page.goto('/settings');
  const stopFailingMail = await failRequest(page, consoleErrors, 'POST /api/user/email-confirmation');
  await page.getByRole('button', { name: 'Send a link' }).click();
  await expect(findToasts(page, 'No email was sent')).toContainText('Not now.');
  await stopFailingMail();
  await page.getByRole('button', { name: 'Send a link' }).click();
  await expect(findToasts(page, 'Link sent')).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(user.email);
  const stopFailing = await failRequest(page, consoleErrors, 'POST /api/password-reset');
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(findToasts(page, 'Failed to request a link')).toContainText('Not now.');
  await stopFailing();
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText('a mail with a link is on its way')).toBeVisible();

  await page.goto(await mailbox.waitForLink(user.email, 'reset-password'));
  await page.getByLabel('New password', { exact: true }).fill('a heron over the marsh');
  await page.getByLabel('Confirm new password').fill('a heron over the marsh');
  const stopFailingReset = await failRequest(page, consoleErrors, 'POST /api/password-reset/confirm');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(findToasts(page, 'Failed to set password')).toContainText('Not now.');
  await stopFailingReset();
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(findToasts(page, 'Password changed')).toBeVisible();

  await page.getByLabel('Username').fill(user.username);
  await page.getByLabel('Password', { exact: true }).fill('a heron over the marsh');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('an administrator lifts the limit of an account after wrong passwords', { tag: '@full' }, async ({
  page,
  asAdministrator: _,
  consoleErrors,
  newBrowser,
}) => {
  const { username } = await test.step('an account with ten wrong passwords', async () => {
    const { page: other, api } = await newBrowser();
    const account = {
      username: `limited-${Date.now()}`,
      email: `limited-${Date.now()}@example.com`,
      password: 'a quiet marsh heron',
    };
    await api.register(account);
    await other.context().clearCookies();
    for (let attempt = 0; attempt < 10; attempt += 1)
      await other.request.post('/api/login', {
        data: { username: account.username, password: 'wrong wrong' },
      });
    return account;
  });
  await page.goto('/admin');
  const limits = page.getByRole('region', { name: 'Sign-in limits' });
  const lift = limits.getByRole('button', { name: `Lift limits of ${username}` });
  await page.route(/\/sign-in-limits$/, (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    consoleErrors.expectFailedRequest(`409 DELETE ${new URL(route.request().url()).pathname}`);
    return route.fulfill({ status: 409, json: { error: 'Not now.', code: 'conflict' } });
  });
  await lift.click();
  await expect(findToasts(page, 'Error lifting limits')).toContainText('Not now.');
  await page.unroute(/\/sign-in-limits$/);
  await lift.click();
  await expect(findToasts(page, 'Limits lifted')).toContainText(username);
  await expect(lift).toBeHidden();
});

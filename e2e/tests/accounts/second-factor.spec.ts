import { expect } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { newAccount, test } from '../../support/fixtures/test.ts';

test('a user sets up an authenticator app and signs in with a recovery code', async ({
  page,
  api,
  consoleErrors,
}) => {
  const account = newAccount();
  await api.register(account);
  await page.goto('/settings?tab=security');
  await page.getByRole('button', { name: 'Set Up Authenticator App' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  const code = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate();
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCode = await codes.first().innerText();
  await page.getByRole('button', { name: 'I Saved the Codes' }).click();
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/auth');
  await page.getByLabel('Username').fill(account.username);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  consoleErrors.expectFailedRequest('401 POST /api/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('000000');
  consoleErrors.expectFailedRequest('401 POST /api/login/second-factor');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toHaveText('The code is not valid. Check the time on your device.');
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(recoveryCode);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
});

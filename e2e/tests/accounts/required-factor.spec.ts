import { expect } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { changeStart } from '../../support/actions/change-start.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

test('who must have a second factor sets one up before anything else, and confirms dangerous actions with a code', async ({
  page,
  api,
  consoleErrors,
}) => {
  await api.register(newAccount());
  let isWaiting = true;
  await changeStart(page, ({ user }) => ({
    user: user && { ...user, ...(isWaiting && { mustSetUpFactor: true }) },
  }));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Set up a second factor', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Passkey' })).toBeVisible();
  await expectAccessibleScreen(page, 'set-up of a second factor');
  await page.getByRole('button', { name: 'Set Up Authenticator App' }).click();
  const key = await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(totp.generate());
  await page.getByRole('button', { name: 'Confirm' }).click();
  isWaiting = false;
  await page.getByRole('button', { name: 'I Saved the Codes' }).click();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();

  await page.goto('/settings?tab=security');
  await expect(page.getByText('10 of 10 are left.')).toBeVisible();
  await page.route(
    '**/api/user/recovery-codes',
    (route) => route.fulfill({ status: 403, json: { error: 'Confirm.', code: 'reauthenticate' } }),
    { times: 1 },
  );
  consoleErrors.expectFailedRequest('403 POST /api/user/recovery-codes');
  await page.getByRole('button', { name: 'New Recovery Codes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm That It Is You' });
  await dialog.getByRole('button', { name: 'Use a Code' }).click();
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
  consoleErrors.expectFailedRequest('401 POST /api/user/reauthenticate');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('The code is not valid. Check the time on your device.');
  const next = totp.generate({ timestamp: Date.now() + 30_000 });
  await dialog.getByRole('textbox', { name: 'Code' }).fill(next);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
});

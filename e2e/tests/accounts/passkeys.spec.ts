import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { newAccount, test } from '../../support/fixtures/test.ts';

/** Gives the browser an authenticator that verifies its user without asking. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a user adds a passkey, signs in with it alone, and confirms with it to remove it', async ({
  page,
  api,
  consoleErrors,
}) => {
  const account = newAccount();
  await api.register(account);
  await addAuthenticator(page);
  await page.goto('/settings?tab=security');
  await page.getByRole('button', { name: 'Add Passkey' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Work laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await page.getByRole('button', { name: 'I Saved the Codes' }).click();
  const passkeys = page.getByRole('list', { name: 'Passkeys' });
  await expect(passkeys).toContainText('never used');
  await page.getByRole('button', { name: 'Rename Work laptop' }).click();
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('Laptop at work');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(passkeys).toContainText('Laptop at work');

  // A page that is open would ask for changes without a session.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/auth');
  await page.getByLabel('Username').fill(account.username);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  consoleErrors.expectFailedRequest('401 POST /api/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Use your passkey, or enter a recovery code.')).toBeVisible();
  await page.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();

  await page.goto('/settings?tab=security');
  await expect(passkeys).toContainText('last used');
  await page.route(
    '**/api/user/passkeys/*',
    (route) =>
      route.fulfill({
        status: 403,
        json: { error: 'Confirm that it is you, then try again.', code: 'reauthenticate' },
      }),
    { times: 1 },
  );
  const [{ id }] = await (await page.request.get('/api/user/passkeys')).json();
  consoleErrors.expectFailedRequest(`403 DELETE /api/user/passkeys/${id}`);
  await page.getByRole('button', { name: 'Remove Laptop at work' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm That It Is You' });
  await expect(dialog.getByLabel('Your password', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(dialog).toBeHidden();
  await expect(passkeys).toBeHidden();
  await expect(page.getByText('You get them with your first authenticator app or passkey.')).toBeVisible();
});

test('recovery codes stay until they are saved, also when a passkey is added beside them', {
  tag: '@full',
}, async ({ page, api }) => {
  await api.register(newAccount());
  await addAuthenticator(page);
  await page.goto('/settings?tab=security');
  await page.getByRole('button', { name: 'Set Up Authenticator App' }).click();
  const secret = await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  const code = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate();
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await page.getByRole('button', { name: 'Add Passkey' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Work laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Work laptop');
  await expect(page.getByText('10 of 10 are left.')).toBeVisible();
  await expect(codes).toHaveCount(10);
  await page.getByRole('button', { name: 'I Saved the Codes' }).click();
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible();
});

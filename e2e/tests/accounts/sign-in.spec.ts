import { expect, type Page } from '@playwright/test';
import type { Account } from '#server/testing/clients/api-client.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');
const home = (page: Page) => page.getByRole('heading', { name: 'Home', level: 1 });

async function fillSignIn(page: Page, { username, password }: Account): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('a user registers after correcting the form errors one by one', async ({ page }) => {
  const { username, email, password } = newAccount();
  await page.goto('/auth');
  await page.getByRole('link', { name: "Don't have an account? Sign up" }).click();
  const submit = () => page.getByRole('button', { name: 'Create Account' }).click();
  const alert = main(page).getByRole('alert');

  await page.getByLabel('Username').fill('ab');
  await submit();
  await expect(alert).toHaveText('Username must be at least 3 characters');
  await page.getByLabel('Username').fill(username);
  await submit();
  await expect(alert).toHaveText('Email is required');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('12345');
  await submit();
  await expect(alert).toHaveText('Password must be at least 6 characters');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(`${password}!`);
  await submit();
  await expect(alert).toHaveText('Passwords do not match');
  await page.getByLabel('Confirm Password').fill(password);
  await expect(alert).toBeHidden();
  await submit();

  await expect(home(page)).toBeVisible();
  await expect(findToasts(page, 'Registration successful')).toBeVisible();
});

test('the forms try nothing that the content security policy forbids', async ({ page }) => {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (directive: string) => violations.push(directive));
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      Object(globalThis).reportViolation(effectiveDirective),
    ),
  );
  await page.goto('/auth?mode=register');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(main(page).getByRole('alert')).toHaveText('Username must be at least 3 characters');
  expect(violations).toEqual([]);
});

test('registering a taken username shows the conflict', { tag: '@full' }, async ({
  page,
  consoleErrors,
  newBrowser,
}) => {
  const existing = newAccount();
  await (await newBrowser()).api.register(existing);
  await page.goto('/auth?mode=register');
  await page.getByLabel('Username').fill(existing.username.toUpperCase());
  await page.getByLabel('Email').fill(newAccount().email);
  await page.getByLabel('Password', { exact: true }).fill(existing.password);
  await page.getByLabel('Confirm Password').fill(existing.password);
  consoleErrors.expectFailedRequest('409 POST /api/register');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(findToasts(page, 'Registration failed')).toContainText('This username is taken');
  await expect(page.getByLabel('Username')).toHaveValue(existing.username.toUpperCase());
});

test('the sign-in form validates its fields before sending', { tag: '@full' }, async ({ page }) => {
  await page.goto('/auth');
  const alert = main(page).getByRole('alert');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(alert).toHaveText('Username must be at least 3 characters');
  await page.getByLabel('Username').fill('someone');
  await page.getByLabel('Password', { exact: true }).fill('12345');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(alert).toHaveText('Password must be at least 6 characters');
});

test('a wrong password and an unknown username show the same error', { tag: '@full' }, async ({
  page,
  consoleErrors,
  newBrowser,
}) => {
  const account = newAccount();
  await (await newBrowser()).api.register(account);
  await page.goto('/auth');
  for (const wrong of [{ ...account, password: 'not-the-password' }, newAccount()]) {
    consoleErrors.expectFailedRequest('401 POST /api/login');
    await fillSignIn(page, wrong);
    await expect(findToasts(page, 'Login failed')).toContainText('Invalid username or password');
    await findToasts(page, 'Login failed').getByRole('button', { name: 'Close' }).click();
    await expect(findToasts(page, 'Login failed')).toBeHidden();
  }
  await fillSignIn(page, account);
  await expect(home(page)).toBeVisible();
});

test('signing out returns to the sign-in page and ends the session', async ({ page, user }) => {
  await page.goto('/');
  await page.getByRole('button', { name: `Account menu of ${user.username}` }).click();
  await expect(page.getByText(user.email)).toBeVisible();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(findToasts(page, 'Logged out')).toContainText('You have been successfully logged out.');
  await expect(page).toHaveURL(/\/auth$/);
  await page.goto('/');
  await expect(page).toHaveURL(/\/auth$/);
});

test('protected pages redirect to sign-in and back', async ({ page, newBrowser }) => {
  const owner = await newBrowser();
  const account = newAccount();
  await owner.api.register(account);
  const folder = await owner.api.createFolder('Contracts');
  for (const path of ['/', '/file/1', `/folder/${folder.id}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page).toHaveURL(/\/auth/);
  }
  await fillSignIn(page, account);
  await expect(page.getByRole('heading', { name: 'Contracts', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/folder/${folder.id}$`));
});

test('sign-in never redirects to another site', { tag: '@full' }, async ({ page, user, newBrowser }) => {
  await page.goto('/auth?next=https://elsewhere.example/');
  await expect(home(page)).toBeVisible();
  const otherBrowser = await newBrowser();
  await otherBrowser.page.goto('/auth?next=//elsewhere.example/');
  await fillSignIn(otherBrowser.page, user);
  await expect(home(otherBrowser.page)).toBeVisible();
});

test('the sign-in page redirects a signed-in user to the home page', { tag: '@full' }, async ({
  page,
  user,
}) => {
  await page.goto('/auth');
  await expect(page.getByRole('button', { name: `Account menu of ${user.username}` })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('a session that ended elsewhere leads to the sign-in page', async ({ page, user, consoleErrors }) => {
  await page.goto('/');
  await expect(home(page)).toBeVisible();
  // Acts as another tab of the same browser.
  await page.context().request.post('/api/logout');
  consoleErrors.expectFailedRequest('401 POST /api/folders');
  await page.getByRole('main').getByRole('button', { name: 'New Folder' }).first().click();
  await page.getByLabel('Folder name').fill('Too late');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(findToasts(page, 'Your session has ended')).toContainText('Sign in again.');
  await expect(page.getByRole('dialog')).toBeHidden();
  await fillSignIn(page, user);
  await expect(home(page)).toBeVisible();
  await expect(findToasts(page, 'Your input was kept')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'New Folder' }).first().click();
  await expect(page.getByLabel('Folder name')).toHaveValue('Too late');
  await expect(page.getByRole('dialog')).toContainText('You entered this before your session ended.');
  await page.keyboard.press('Enter');
  await expect(findToasts(page, 'Folder created')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Too late');
});

test('an unknown address shows the not-found page', { tag: '@full' }, async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
});

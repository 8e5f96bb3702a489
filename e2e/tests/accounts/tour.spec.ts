import { expect, type Page } from '@playwright/test';
import type { Account } from '#server/testing/clients/api-client.ts';
import { pressEscape } from '../../support/actions/press-escape.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

const tourStep = (page: Page, title: string) => page.getByRole('dialog', { name: title });
const anyTourStep = (page: Page) => page.getByRole('dialog').filter({ hasText: / of \d/ });
const TITLES = [
  'Create a folder',
  'Upload documents',
  'Ask your documents',
  'Invite people',
  'See who viewed what',
];

/** Registers through the form, so that the tour has not been dismissed. */
async function register(page: Page): Promise<Account> {
  const account = newAccount();
  await page.goto('/auth?mode=register');
  await page.getByLabel('Username').fill(account.username);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Confirm Password').fill(account.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  return account;
}

async function signIn(page: Page, { username, password }: Account): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
}

for (const width of [1280, 380]) {
  test(`a new user takes the tour by keyboard on a screen ${width} pixels wide`, { tag: '@full' }, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await register(page);
    for (const [index, title] of TITLES.entries()) {
      const isLast = index === TITLES.length - 1;
      await expect(tourStep(page, title)).toContainText(`${index + 1} of ${TITLES.length}`);
      await expect(tourStep(page, title)).toBeInViewport({ ratio: 1 });
      await expect(page.locator('[data-tour-active]')).toHaveCount(1);
      await expect(page.locator('[data-tour-active]')).toBeInViewport();
      await expect(
        tourStep(page, title).getByRole('button', { name: isLast ? 'Done' : 'Next' }),
      ).toBeFocused();
      if (index === 0) await expectAccessibleScreen(page, `tour, ${width} wide`, { hasPopup: true });
      await page.keyboard.press('Enter');
    }
    await expect(anyTourStep(page)).toHaveCount(0);
    await expect(page.locator('[data-tour-active]')).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
  });
}

test('a dismissed tour does not return in another browser', { tag: '@full' }, async ({
  page,
  newBrowser,
}) => {
  const account = await register(page);
  await tourStep(page, 'Create a folder').getByRole('button', { name: 'Next' }).click();
  await tourStep(page, 'Upload documents').getByRole('button', { name: 'Back' }).click();
  await expect(tourStep(page, 'Create a folder')).toBeVisible();
  const saved = page.waitForResponse('**/api/user/preferences');
  await pressEscape(page);
  await expect(anyTourStep(page)).toHaveCount(0);
  await saved;
  const otherBrowser = await newBrowser();
  await signIn(otherBrowser.page, account);
  await expect(otherBrowser.page.getByText('No files found')).toBeVisible();
  await expect(anyTourStep(otherBrowser.page)).toHaveCount(0);
});

test('starting another action closes the tour', { tag: '@full' }, async ({ page }) => {
  await register(page);
  await expect(tourStep(page, 'Create a folder')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'New Folder' }).first().click();
  await expect(anyTourStep(page)).toHaveCount(0);
  await expect(
    page.getByRole('dialog', { name: 'Create New Folder' }).getByLabel('Folder name'),
  ).toBeFocused();
});

test('the account menu restarts the tour', { tag: '@full' }, async ({ page, asAdministrator }) => {
  await page.goto('/profile');
  await page.getByRole('button', { name: `Account menu of ${asAdministrator.username}` }).click();
  await page.getByRole('menuitem', { name: 'Take the Tour' }).click();
  await expect(tourStep(page, 'Create a folder')).toContainText('1 of 6');
  await tourStep(page, 'Create a folder').getByRole('button', { name: 'Skip Tour' }).click();
  await expect(anyTourStep(page)).toHaveCount(0);
});

test('visitors see no tour', { tag: '@full' }, async ({ page, newBrowser }) => {
  const ownerBrowser = await newBrowser();
  await ownerBrowser.api.register(newAccount());
  const folders = [
    await ownerBrowser.api.createFolder('Leases'),
    await ownerBrowser.api.createFolder('Claims'),
  ];
  const folderIds = folders.map(({ id }) => id);
  await page.goto(await ownerBrowser.api.invite('buyer@example.com', { folderIds, role: 'visitor' }));
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByText('No files found')).toBeVisible();
  await expect(anyTourStep(page)).toHaveCount(0);
});

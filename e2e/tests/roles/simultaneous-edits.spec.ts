import { expect, type Page } from '@playwright/test';
import { findToasts } from '../../support/actions/toasts.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');

test('a form saves only what was edited in it, and undoes nothing that another administrator saved', {
  tag: '@full',
}, async ({ page, asAdministrator: _, newBrowser }) => {
  const settings = '/api/admin/system-settings';
  const stored = async () => (await page.request.get(settings)).json();
  const files = page.getByLabel('Files of all users');
  const folders = page.getByLabel('Folders of all users');
  await page.goto('/settings?tab=system');
  await expect(folders).toHaveValue('0');
  await page.request.patch(settings, { data: { totalQuotaFolders: 900_000 } });
  await files.fill('800000');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(findToasts(page, 'System settings updated')).toBeVisible();
  expect(await stored()).toMatchObject({ totalQuotaFiles: 800_000, totalQuotaFolders: 900_000 });
  await expect(folders).toHaveValue('900000');
  await page.request.patch(settings, { data: { totalQuotaFiles: 0, totalQuotaFolders: 0 } });

  const colleague = newAccount();
  await (await newBrowser()).api.register(colleague);
  const [{ id }] = await (await page.request.get(`/api/users?email=${colleague.email}`)).json();
  await page.goto('/admin');
  await main(page)
    .getByRole('button', { name: `Edit ${colleague.username}` })
    .click();
  const later = newAccount();
  await page.request.patch(`/api/admin/users/${id}`, { data: { email: later.email } });
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  await dialog.getByLabel('Username').fill(later.username);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(findToasts(page, 'User updated')).toContainText(later.username);
  await expect(main(page).getByRole('row').filter({ hasText: later.username })).toContainText(later.email);
});

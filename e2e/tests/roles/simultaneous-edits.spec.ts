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
  await page.getByLabel('Filter users').fill(colleague.username);
  await main(page)
    .getByRole('button', { name: `Edit ${colleague.username}` })
    .click();
  const later = newAccount();
  await page.request.patch(`/api/admin/users/${id}`, { data: { email: later.email } });
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  await dialog.getByLabel('Username').fill(later.username);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(findToasts(page, 'User updated')).toContainText(later.username);
  await page.getByLabel('Filter users').fill(later.username);
  await expect(main(page).getByRole('row').filter({ hasText: later.username })).toContainText(later.email);
});

test('what is typed while the domains of a room are saved stays, and can be saved too', {
  tag: '@full',
}, async ({ page, user: _, api }) => {
  const { id } = await api.createFolder('Project Otter');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  const { promise: isTyped, resolve: endTyping } = Promise.withResolvers<void>();
  await page.route(`**/api/rooms/${id}`, async (route) => {
    if (route.request().method() === 'PATCH') await isTyped;
    await route.continue();
  });
  await page.goto(`/rooms/${id}/settings?tab=rules`);
  const domains = page.getByLabel('Allowed email domains');
  const save = page.getByRole('button', { name: 'Save Domains' });
  await domains.fill('example.com');
  await save.click();
  await domains.fill('example.com, example.org');
  endTyping();
  await expect(save).toBeEnabled();
  await expect(domains).toHaveValue('example.com, example.org');
  await save.click();
  const stored = async () => (await (await page.request.get(`/api/rooms/${id}`)).json()).settings;
  await expect.poll(stored).toMatchObject({ allowedDomains: ['example.com', 'example.org'] });
});

import { expect, type Page } from '@playwright/test';
import { pressEscape } from '../../support/actions/press-escape.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');
const rows = (page: Page, table: string) => main(page).getByRole('table', { name: table }).getByRole('row');

test('an administrator filters users and invitations by any part of a name or address', {
  tag: '@full',
}, async ({ page, asAdministrator, api }) => {
  // The installation has users and invitations of other tests.
  const tag = newAccount().username.slice('user-'.length);
  for (const name of [`Zoë.Łukasz.${tag}`, `zoe.marsh.${tag}`, `henri.${tag}`])
    await page.request.post('/api/admin/users', { data: { ...newAccount(), username: name } });
  const { id } = await api.createFolder(`Sale of Northwind ${tag}`);
  for (const name of ['buyer', 'bidder'])
    await api.invite(`${name}@${tag}.example`, { folderIds: [id], role: 'visitor' });

  await page.goto('/admin');
  const users = page.getByRole('searchbox', { name: 'Filter users' });
  await users.fill(`ZOE ${tag}`);
  await expect(main(page).getByText(/^2 of [\d,]+$/)).toBeVisible();
  await expect(rows(page, 'Users')).toHaveCount(1 + 2);
  await users.fill(`${tag} lukasz`);
  await expect(rows(page, 'Users')).toHaveCount(1 + 1);

  await page.getByRole('button', { name: `Edit Zoë.Łukasz.${tag}` }).click();
  await expect(page.getByRole('dialog', { name: 'Edit User' })).toBeVisible();
  await pressEscape(page);
  await expect(users).toHaveValue(`${tag} lukasz`);
  await expect(rows(page, 'Users')).toHaveCount(1 + 1);

  await users.fill(`nobody ${tag}`);
  await expect(main(page).getByText('No matching users')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filter' }).press('Enter');
  await expect(users).toBeFocused();
  await expect(users).toHaveValue('');
  await expect(main(page).getByText(/^[\d,]+ users$/)).toBeVisible();

  await page.getByRole('tab', { name: 'Invitations' }).click();
  const invitations = page.getByRole('searchbox', { name: 'Filter invitations' });
  await invitations.fill(`northwind ${tag} ${asAdministrator.username}`);
  await expect(rows(page, 'Invitations')).toHaveCount(1 + 2);
  await invitations.fill(`buyer@${tag}`);
  await expect(rows(page, 'Invitations')).toHaveCount(1 + 1);
  await expect(main(page).getByText(/^1 of [\d,]+$/)).toBeVisible();
});

test('a filter of the trash that is cleared keeps the focus, and the trash is not called empty meanwhile', {
  tag: '@full',
}, async ({ page, user: _, api }) => {
  const { id } = await api.createFolder('Prüfung_Übersicht');
  expect((await page.request.delete(`/api/folders/${id}`)).ok()).toBe(true);
  await page.goto('/trash?q=zzz#deleted');
  const field = page.getByRole('searchbox', { name: 'Filter items' });
  await expect(main(page).getByText('No matching items')).toBeVisible();
  const { promise: isChecked, resolve: answer } = Promise.withResolvers<void>();
  await page.route(
    ({ pathname, searchParams }) => pathname === '/api/trash' && !searchParams.has('q'),
    async (route) => {
      await isChecked;
      await route.continue();
    },
  );
  await page.getByRole('button', { name: 'Clear Filter' }).press('Enter');
  await expect(page).toHaveURL('/trash#deleted');
  await expect(main(page).getByText('No matching items')).toBeHidden();
  await expect(main(page).getByText('The trash is empty')).toBeHidden();
  await expect(field).toBeFocused();
  answer();
  await expect(rows(page, 'Trash')).toHaveCount(1 + 1);
  await expect(field).toBeFocused();
  await field.fill('ÜBERSICHT prüf');
  await expect(main(page).getByText('1 found')).toBeVisible();
});

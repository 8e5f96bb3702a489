import { expect } from '@playwright/test';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('the staff see and filter the group of each request, and rename and delete areas', {
  tag: '@full',
}, async ({ page, user, api }) => {
  const { id } = await api.createFolder('Project Otter');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  const post = async (path: string, data: object) =>
    (await page.request.post(`/api/rooms/${id}/${path}`, { data })).json();
  const group = await post('groups', { name: 'Bidder A' });
  const area = await post('areas', { name: 'Taxs' });
  await post('requests', { text: 'Tax returns', areaId: area.id, groupId: group.id });
  await post('requests', { text: 'Leases', areaId: area.id });
  await page.goto(`/rooms/${id}/requests`);
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await expect(row('Tax returns')).toContainText('For Bidder A');
  await page.getByLabel('Group', { exact: true }).selectOption('Staff only');
  await expect(row('Tax returns')).toHaveCount(0);
  await expect(row('Leases')).toBeVisible();
  await page.getByLabel('Group', { exact: true }).selectOption('Bidder A');
  await expect(row('Leases')).toHaveCount(0);
  await expectAccessibleScreen(page, 'requests of a group');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('requests.csv');

  await page.getByRole('button', { name: 'Rename Taxs' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename Area' });
  await dialog.getByLabel('Name').fill('Tax');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Tax', exact: true })).toContainText('Tax returns');

  await row('Tax returns').getByRole('button').click();
  const drawer = page.getByRole('dialog', { name: 'Request 1' });
  await drawer.getByLabel('Remind by email once it is overdue').selectOption('Me');
  await page.keyboard.press('Escape');
  await expect(row('Tax returns')).toContainText(user.username);

  await page.getByRole('button', { name: 'Delete Tax' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Area' }).click();
  await expect(page.getByRole('region', { name: 'Without an area' })).toContainText('Tax returns');
});

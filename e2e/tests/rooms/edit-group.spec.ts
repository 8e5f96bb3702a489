import { expect } from '@playwright/test';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

test('a manager renames a group, and extends it after its end', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const { id } = await api.createFolder('Project Otter');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  const endsAt = new Date(Date.now() + DAY_MS).toISOString();
  await page.request.post(`/api/rooms/${id}/groups`, { data: { name: 'Bider A', endsAt } });
  await page.clock.setFixedTime(Date.now() + 2 * DAY_MS);
  await page.goto(`/rooms/${id}/groups`);
  const group = page.getByRole('region', { name: 'Bid' });
  await expect(group.getByText('Ended', { exact: true })).toBeVisible();
  await expectAccessibleScreen(page, 'a group that ended');

  await page.getByRole('button', { name: 'Edit Bider A' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Group' });
  await dialog.getByLabel('Name').fill('Bidder A');
  await dialog.getByLabel('Ends on (optional)').fill('2099-12-31');
  await expectAccessibleScreen(page, 'editing a group');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Bidder A' })).toBeVisible();
  await expect(group.getByText('Ended', { exact: true })).toHaveCount(0);
  const [saved] = await (await page.request.get(`/api/rooms/${id}/groups`)).json();
  expect(saved).toMatchObject({
    name: 'Bidder A',
    endsAt: expect.stringMatching(/^(2099-12-31|2100-01-01)/),
  });

  await page.getByRole('button', { name: 'Edit Bidder A' }).click();
  await dialog.getByLabel('Ends on (optional)').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(group.getByText('0 members', { exact: true })).toBeVisible();
});

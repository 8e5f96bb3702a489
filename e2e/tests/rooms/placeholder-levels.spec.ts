import { expect } from '@playwright/test';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('a manager sets the levels of groups on a placeholder', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const { id } = await api.createFolder('Deal');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  for (const name of ['Bidder A', 'Bidder B'])
    await page.request.post(`/api/rooms/${id}/groups`, { data: { name } });
  await page.request.post(`/api/folders/${id}/placeholders`, { data: { name: 'Lease' } });
  await page.goto(`/folder/${id}`);
  await page.getByRole('button', { name: 'Edit Lease' }).click();
  const level = page.getByRole('dialog').getByLabel('Bidder A');
  await level.selectOption('None');
  await expect(level).toBeEnabled();
  await expectAccessibleScreen(page, 'the dialog of a placeholder');
  await page.reload();
  await page.getByRole('button', { name: 'Edit Lease' }).click();
  await expect(level).toHaveValue('none');
  await expect(page.getByRole('dialog').getByLabel('Bidder B')).toHaveValue('');
});

import { expect } from '@playwright/test';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('a manager sets the levels of groups on a placeholder', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const { id } = await api.createFolder('Deal');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  for (const name of ['Bidder A', 'Bidder B'])
    await page.request.post(`/api/rooms/${id}/groups`, { data: { name } });
  const created = await page.request.post(`/api/folders/${id}/placeholders`, { data: { name: 'Lease' } });
  const placeholder = await created.json();
  await page.goto(`/folder/${id}`);
  await page.getByRole('button', { name: 'Edit Lease' }).click();
  const level = page.getByRole('dialog').getByLabel('Bidder A');
  const stopFailing = await failRequest(
    page,
    consoleErrors,
    `PUT /api/placeholders/${placeholder.id}/levels`,
  );
  await level.selectOption('None');
  await expect(findToasts(page, 'Failed to set the levels of the placeholder')).toContainText('Not now.');
  await stopFailing();
  await expect(level).toHaveValue('');
  await level.selectOption('None');
  await expect(level).toBeEnabled();
  await expectAccessibleScreen(page, 'the dialog of a placeholder');
  await page.reload();
  await page.getByRole('button', { name: 'Edit Lease' }).click();
  await expect(level).toHaveValue('none');
  await expect(page.getByRole('dialog').getByLabel('Bidder B')).toHaveValue('');
});

import { expect } from '@playwright/test';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

test('a manager copies the column of a group and takes it back', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const { id } = await api.createFolder('Project Otter');
  await api.createFolder('Finance', id);
  await page.request.post('/api/rooms', { data: { folderId: id } });
  for (const name of ['Bidder A', 'Bidder B'])
    await page.request.post(`/api/rooms/${id}/groups`, { data: { name } });
  await page.goto(`/rooms/${id}/permissions`);
  await page.getByLabel('Bidder A in Finance', { exact: true }).selectOption('Original');
  const copied = page.getByLabel('Bidder B in Finance', { exact: true });
  const copy = async () => {
    await page.getByRole('button', { name: 'Copy a Column' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click();
  };
  const stopFailing = await failRequest(page, consoleErrors, `POST /api/rooms/${id}/permissions/copy`);
  await copy();
  await expect(findToasts(page, 'Failed to copy the column')).toContainText('Not now.');
  await stopFailing();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(findToasts(page, 'The column is copied')).toBeVisible();
  await expect(copied).toHaveValue('original');
  await copy();
  await expect(findToasts(page, 'Both groups have the same levels')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(copied).toHaveValue('');
});

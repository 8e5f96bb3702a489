import { expect } from '@playwright/test';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('a manager writes synonyms of a room', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const { id } = await api.createFolder('Project Otter');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  await page.goto(`/rooms/${id}/settings?tab=synonyms`);
  const field = page.getByLabel('Synonyms', { exact: true }).and(page.locator('textarea'));
  const save = page.getByRole('button', { name: 'Save Synonyms', exact: true });
  await expect(save).toBeDisabled();
  await expectAccessibleScreen(page, 'synonyms of a room');
  await field.fill('Otter');
  await expect(page.getByRole('alert')).toContainText('Enter at least two terms: Otter');
  await expect(save).toBeDisabled();
  await field.fill('Otter = Acme Holding');
  const stopFailing = await failRequest(page, consoleErrors, `PUT /api/rooms/${id}/synonyms`);
  await save.click();
  await expect(findToasts(page, 'Failed to save the synonyms')).toContainText('Not now.');
  await stopFailing();
  await save.click();
  await expect(findToasts(page, 'Synonyms saved')).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue('Otter = Acme Holding');
});

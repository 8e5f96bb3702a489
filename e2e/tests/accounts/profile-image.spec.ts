import { createCanvas } from '@napi-rs/canvas';
import { expect } from '@playwright/test';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

test('a user sets a name and a picture, which stand in place of the username', async ({
  page,
  user,
  consoleErrors,
}) => {
  const buffer = createCanvas(40, 80).toBuffer('image/png');
  const upload = { name: 'me.png', mimeType: 'image/png', buffer };
  await page.goto('/settings');
  await page.getByLabel('First name').fill('Dana');
  await page.getByLabel('Last name').fill('Keller');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const menu = page.getByRole('button', { name: 'Account menu of Dana Keller' });
  await expect(menu).toBeVisible();

  const input = page.getByLabel('Picture', { exact: true });
  await input.setInputFiles({ ...upload, buffer: Buffer.from('no image') });
  await expect(findToasts(page, 'Failed to update picture')).toContainText('Choose another one.');
  await input.setInputFiles(upload);
  await expect(findToasts(page, 'Picture updated')).toBeVisible();
  const image = menu.locator('img');
  await expect(image).toHaveJSProperty('naturalWidth', 256);

  await failRequest(page, consoleErrors, 'DELETE /api/user/avatar');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(findToasts(page, 'Failed to remove picture')).toContainText('Not now.');
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(findToasts(page, 'Picture removed')).toBeVisible();
  await expect(image).toHaveCount(0);

  await menu.click();
  await expect(page.getByRole('menu')).toContainText(user.username);
});

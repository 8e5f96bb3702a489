import { createCanvas } from '@napi-rs/canvas';
import { expect } from '@playwright/test';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test-with-mail.ts';

test('a name and a logo stand in place of the product’s, also for visitors', { tag: '@full' }, async ({
  page,
  asAdministrator: _,
  newBrowser,
  consoleErrors,
}) => {
  const buffer = createCanvas(240, 60).toBuffer('image/png');
  const upload = { name: 'logo.png', mimeType: 'image/png', buffer };
  await page.goto('/settings?tab=system');
  const input = page.getByLabel('Logo', { exact: true });
  await input.setInputFiles({ ...upload, buffer: Buffer.from('no image') });
  await expect(findToasts(page, 'Failed to update brand')).toContainText('Choose another one.');
  await input.setInputFiles(upload);
  await expect(findToasts(page, 'Brand updated')).toBeVisible();
  const logo = page.getByRole('banner').locator('img[src*="/brand/"]');
  await expect(logo).toHaveJSProperty('naturalWidth', 512);
  const resume = await failRequest(page, consoleErrors, 'PUT /api/admin/brand');
  await page.getByLabel('Name', { exact: true }).fill('Tarnbrook');
  await page.getByRole('button', { name: 'Save Name' }).click();
  await expect(findToasts(page, 'Failed to update brand').last()).toContainText('Not now.');
  await resume();
  await page.getByRole('button', { name: 'Save Name' }).click();
  await expect(page.getByRole('link', { name: /Tarnbrook.*home/ })).toBeVisible();

  const owner = await newBrowser();
  await owner.api.register({ username: 'dana', email: 'dana@example.com', password: 'secret-enough-1' });
  const { id } = await owner.api.createFolder('Sale of Northwind');
  const inviteUrl = await owner.api.invite('buyer@example.com', { folderIds: [id], role: 'visitor' });
  const visitor = await newBrowser();
  await visitor.page.goto(inviteUrl);
  const landing = visitor.page.getByRole('region', { name: 'Shared with you' });
  await expect(landing).toContainText('Tarnbrook');
  await expect(landing.locator('img')).toHaveJSProperty('naturalWidth', 512);
});

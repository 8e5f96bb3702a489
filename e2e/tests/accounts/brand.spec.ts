import { createCanvas } from '@napi-rs/canvas';
import { expect } from '@playwright/test';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test-with-mail.ts';

test('a name and a logo stand in place of the product’s, also for visitors', { tag: '@full' }, async ({
  page,
  asAdministrator: _,
  newBrowser,
  consoleErrors,
}) => {
  const canvas = createCanvas(240, 60);
  canvas.getContext('2d').fillRect(20, 20, 200, 20);
  const buffer = canvas.toBuffer('image/png');
  const upload = { name: 'logo.png', mimeType: 'image/png', buffer };
  await page.goto('/settings?tab=system');
  const input = page.getByLabel('File of Logo', { exact: true });
  consoleErrors.expectFailedRequest('415 POST /api/admin/brand/images');
  await input.setInputFiles({ ...upload, buffer: Buffer.from('no image') });
  await expect(findToasts(page, 'Failed to update brand')).toContainText('Upload a PNG, JPEG or WebP image.');
  await input.setInputFiles(upload);
  await expect(findToasts(page, 'Brand updated')).toBeVisible();
  const logo = page.getByRole('banner').locator('img[src*="/brand/"]');
  await expect(logo).toHaveJSProperty('naturalWidth', 240);
  const resume = await failRequest(page, consoleErrors, 'PUT /api/admin/brand');
  await page.getByLabel('Name', { exact: true }).fill('Tarnbrook');
  await page.getByRole('button', { name: 'Save Brand' }).click();
  await expect(findToasts(page, 'Failed to update brand').last()).toContainText('Not now.');
  await resume();
  await page.getByRole('button', { name: 'Save Brand' }).click();
  await expect(page.getByRole('link', { name: /Tarnbrook.*home/ })).toBeVisible();
  await expect(page).toHaveTitle('Settings – Tarnbrook');
  // Another administrator has set the footer since this page was opened.
  await page.request.put('/api/admin/brand', { data: { footer: 'Imprint' } });
  const saving = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByLabel('Welcome text').fill('Welcome');
  await page.getByRole('button', { name: 'Save Brand' }).click();
  expect((await saving).postDataJSON()).toEqual({ welcomeText: 'Welcome' });
  const unrelated = await newBrowser();
  consoleErrors.expectFailedRequest('404 GET /api/link-access/AAAAAAAAAAAAAAAAAAAAAA');
  await unrelated.page.goto('/l/AAAAAAAAAAAAAAAAAAAAAA');
  await expect(unrelated.page.getByRole('main')).toContainText('Tarnbrook This link is not available');
  await expect(unrelated.page).toHaveTitle('Shared with you · Tarnbrook');

  const owner = await newBrowser();
  await owner.api.register({ username: 'dana', email: 'dana@example.com', password: 'secret-enough-1' });
  const { id } = await owner.api.createFolder('Sale of Northwind');
  const inviteUrl = await owner.api.invite('buyer@example.com', { folderIds: [id], role: 'visitor' });
  const visitor = await newBrowser();
  await visitor.page.goto(inviteUrl);
  const landing = visitor.page.getByRole('region', { name: 'Shared with you' });
  await expect(landing).toContainText('Tarnbrook');
  await expect(landing.locator('img')).toHaveJSProperty('naturalWidth', 240);

  // The room has a brand of its own, which its visitor sees and another one does not.
  await owner.page.request.post('/api/rooms', { data: { folderId: id } });
  await owner.page.goto(`/rooms/${id}/settings?tab=brand`);
  await owner.page.getByLabel('File of Logo', { exact: true }).setInputFiles(upload);
  await expect(findToasts(owner.page, 'Brand updated')).toBeVisible();
  await owner.page.getByLabel('Name', { exact: true }).fill('Falcon Partners');
  await owner.page.getByLabel('Accent color').fill('#ffcc00');
  await expect(owner.page.getByText('This color is hard to read.')).toBeVisible();
  await owner.page.getByLabel('Accent color').fill('#7a1f3d');
  await owner.page.getByLabel('Welcome text').fill('Welcome to the sale');
  await owner.page.getByRole('button', { name: 'Save Brand' }).click();
  await expect(owner.page.getByRole('link', { name: /Falcon Partners.*home/ })).toBeVisible();
  await expect(owner.page).toHaveTitle(/ – Falcon Partners$/);
  await visitor.page.reload();
  await expect(landing).toContainText('Falcon Partners');
  await expect(landing).toContainText('Welcome to the sale');
  await page.reload();
  await expect(page.getByRole('link', { name: /Tarnbrook.*home/ })).toBeVisible();

  // Its manager writes what its invitations say, and goes back to the text of the installation.
  await owner.page.getByRole('button', { name: 'Edit text of Invitations' }).click();
  const dialog = owner.page.getByRole('dialog');
  await dialog.getByLabel('Text', { exact: true }).fill('Dear ');
  await dialog.getByRole('button', { name: 'Insert {recipient}' }).last().press('Enter');
  await owner.page.keyboard.type(', see {name}');
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('{name} is not a placeholder.');
  await expectAccessibleScreen(owner.page, 'the text of an email');
  await dialog.getByRole('button', { name: 'Save Text' }).click();
  await expect(dialog.getByLabel('Text', { exact: true })).toHaveAccessibleDescription(
    /\{name\} is not a placeholder\./,
  );
  await owner.page.keyboard.press('Escape');
  await expect(owner.page.getByRole('alertdialog')).toContainText('Discard Changes');
  await owner.page.getByRole('button', { name: 'Cancel' }).last().click();
  await dialog.getByLabel('Text', { exact: true }).fill('Dear {recipient}, see {room}.');
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(
    'Dear recipient@example.com, see Sale of Northwind.',
  );
  const texts = owner.page.getByRole('list', { name: 'Email texts' });
  const refuse = (call: `${string} /api/${string}`) => failRequest(owner.page, consoleErrors, call);
  const save = await refuse(`POST /api/rooms/${id}/mail-texts`);
  await dialog.getByRole('button', { name: 'Save Text' }).click();
  await expect(findToasts(owner.page, 'The email text could not be saved')).toContainText('Not now.');
  await save();
  await dialog.getByRole('button', { name: 'Save Text' }).click();
  await expect(findToasts(owner.page, 'Email text saved')).toBeVisible();
  await expect(texts.getByRole('listitem').first()).toContainText('Own text');
  const [written] = await (await owner.page.request.get(`/api/rooms/${id}/mail-texts`)).json();
  const reset = await refuse(`DELETE /api/rooms/${id}/mail-texts/${written.id}`);
  const resetText = async () => {
    await texts.getByRole('button', { name: 'Reset text of Invitations' }).click();
    await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
  };
  await resetText();
  await expect(findToasts(owner.page, 'Failed to reset the email text')).toContainText('Not now.');
  await reset();
  await resetText();
  await expect(findToasts(owner.page, 'Email text reset')).toBeVisible();
  await expect(texts.getByRole('listitem').first()).toContainText('As in the installation');
});

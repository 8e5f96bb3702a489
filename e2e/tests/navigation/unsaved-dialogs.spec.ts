import { expect } from '@playwright/test';
import { pressEscape } from '../../support/actions/press-escape.ts';
import { test } from '../../support/fixtures/test.ts';

test('a dialog with changes or a secret closes only after a question', async ({ page, user: _ }) => {
  await page.goto('/settings?tab=security');
  const open = page.getByRole('button', { name: 'Create API Token' });
  const dialog = page.getByRole('dialog', { name: 'Create API Token' });
  const asking = page.getByRole('alertdialog', { name: 'Discard Changes' });
  await open.click();
  await expect(dialog).toBeVisible();
  await pressEscape(page);
  await expect(dialog).toBeHidden();
  await open.click();
  await dialog.getByLabel('Name').fill('Export');
  await page.mouse.click(5, 5);
  await pressEscape(page);
  await expect(asking).toBeVisible();
  await pressEscape(page);
  await expect(asking).toBeHidden();
  await expect(dialog.getByLabel('Name')).toHaveValue('Export');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await asking.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();

  await open.click();
  await dialog.getByLabel('Name').fill('Export');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const created = page.getByRole('dialog', { name: 'API Token Created' });
  await expect(created).toBeVisible();
  await page.mouse.click(5, 5);
  await pressEscape(page);
  const leaving = page.getByRole('alertdialog', { name: 'Close' });
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await created.getByRole('button', { name: 'I Saved the Token' }).click();
  await expect(created).toBeHidden();
});

test('selected files are discarded only after a question', async ({ page, user: _ }) => {
  await page.goto('/');
  await page.getByRole('main').getByRole('button', { name: 'Upload' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload Documents' });
  const file = { name: 'Letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear all') };
  await dialog.locator('input[type=file]').first().setInputFiles(file);
  await expect(dialog.getByText('Letter.txt')).toBeVisible();
  await page.mouse.click(5, 5);
  await pressEscape(page);
  await page
    .getByRole('alertdialog', { name: 'Discard Files' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await expect(dialog.getByText('Letter.txt')).toBeVisible();
  await pressEscape(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
});

test('a new room that was begun is discarded only after a question', async ({ page, user: _ }) => {
  await page.goto('/rooms');
  await page.getByRole('main').getByRole('button', { name: 'New Room' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New Room' });
  await dialog.getByLabel('Name', { exact: true }).fill('Project Heron');
  await page.mouse.click(5, 5);
  await pressEscape(page);
  const asking = page.getByRole('alertdialog', { name: 'Discard Changes' });
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Project Heron');
  await pressEscape(page);
  await asking.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
});

test('a dialog stays open while its changes are being saved', async ({ page, user: _, api }) => {
  const folder = await api.createFolder('Contracts');
  await page.goto(`/folder/${folder.id}`);
  await page.getByRole('button', { name: 'Invite User' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Invite User' });
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/invitations', async (route) => {
    await answered;
    await route.continue();
  });
  await dialog.getByLabel('Email').fill('guest@example.com');
  await dialog.getByLabel('Email').press('Enter');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await pressEscape(page);
  await page.mouse.click(5, 5);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  answer();
  const created = page.getByRole('dialog', { name: 'Invitation created' });
  await expect(created.getByLabel('Invitation link')).toHaveValue(/accept-invite/);
});

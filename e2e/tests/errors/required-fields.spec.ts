import { expect } from '@playwright/test';
import { test } from '../../support/fixtures/test.ts';

test('forms of a room lead to the field that they need, and say there what is missing', {
  tag: '@full',
}, async ({ page, user: _, api }) => {
  const { id } = await api.createFolder('Deal');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  for (const [path, button, label, message] of [
    ['groups', 'Create Group', 'Name of the new group', 'Group name is required'],
    ['requests', 'Add Request', 'New request', 'Enter what is requested'],
    ['settings?tab=staff', 'Appoint', 'Email of an account', 'Enter the email address of an account'],
  ] as const) {
    await page.goto(`/rooms/${id}/${path}`);
    await page.getByRole('button', { name: button }).click();
    const field = page.getByLabel(label);
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(message);
  }
});

test('New Room says below the field what is missing, until it is typed', { tag: '@full' }, async ({
  page,
  user: _,
}) => {
  await page.goto('/rooms');
  await page.getByRole('main').getByRole('button', { name: 'New Room' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New Room' });
  const name = dialog.getByLabel('Name', { exact: true });
  await name.fill('  ');
  await dialog.getByRole('button', { name: 'Create Room' }).click();
  await expect(name).toHaveAccessibleDescription('Name is required');
  await expect(name).toBeFocused();
  await name.fill('Deal');
  await expect(name).not.toHaveAccessibleDescription('Name is required');
  await dialog.getByRole('button', { name: 'Create Room' }).click();
  await expect(page.getByRole('heading', { name: 'Deal', level: 1 })).toBeVisible();
});

import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('a manager archives a room for good after its archive is verified', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const { id: roomId } = await api.createFolder('Project Heron');
  await page.request.post('/api/rooms', { data: { folderId: roomId } });
  await api.upload(makeText('Lease.txt', 'Six months.'), { folderId: roomId });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const change = async (name: string) => {
    await button(name).click();
    await page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
  };

  await page.goto(`/folder/${roomId}`);
  await expect(button('Upload')).toBeVisible();
  await page.goto(`/rooms/${roomId}/settings`);
  await change('Close Room');
  await expect(page.getByText('This room is closed.')).toBeVisible();
  consoleErrors.expectFailedRequest(`409 POST /api/rooms/${roomId}/state`);
  await change('Archive Room');
  await expect(findToasts(page, 'Failed to change the state of the room')).toContainText('Create and verify');

  await page.getByRole('link', { name: 'Evidence', exact: true }).click();
  await button('Create Archive').click();
  await button('Verify Now').click();
  await expect(page.getByRole('main').getByText(/^Verified on/)).toBeVisible();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await change('Archive Room');
  await expect(page.getByText('This room is archived.')).toBeVisible();
  await expect(button('Open Room')).toHaveCount(0);
  await expectAccessibleScreen(page, 'general settings of an archived room');
  await page.getByRole('tab', { name: 'Rules' }).click();
  await expect(page.getByRole('switch', { name: 'Allow visitors' })).toBeDisabled();
  await expect(button('Save Domains')).toHaveCount(0);

  await page.goto(`/folder/${roomId}`);
  await expect(page.getByText('This room is archived.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Lease.txt' }).first()).toBeVisible();
  for (const name of ['Upload', 'New Folder', 'Edit folder name', 'Invite User', 'Create Link'])
    await expect(button(name)).toHaveCount(0);
  await expectAccessibleScreen(page, 'folder of an archived room');
});

import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('a manager archives a room for good after its archive is verified', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const { id: roomId } = await api.createFolder('Project Heron');
  await page.request.post('/api/rooms', { data: { folderId: roomId } });
  await api.upload(makeText('Lease.txt', 'Six months.'), { folderId: roomId });
  await api.createFolder('Inside', roomId);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const change = async (name: string) => {
    await button(name).click();
    await page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
  };

  await page.goto(`/folder/${roomId}`);
  await expect(button('Upload')).toBeVisible();
  await page.goto(`/rooms/${roomId}/settings`);
  await page.getByRole('link', { name: 'Close the room' }).click();
  await expect(page.getByRole('list', { name: 'Unfinished' })).toContainText('Unanswered requests');
  await expectAccessibleScreen(page, 'closing an open room');
  await change('Close Room');
  await expect(page.getByText('This room is closed.')).toBeVisible();
  await expect(button('Open Room')).toBeVisible();
  await expect(button('Archive Room')).toHaveCount(0);
  await page.goto(`/folder/${roomId}`);
  for (const name of ['Inside', 'Lease.txt']) {
    const menu = button(`Actions for ${name}`);
    if ((await menu.count()) === 0) continue;
    await menu.first().click();
    for (const action of ['Rename', 'Move', 'Delete', 'Upload New Version'])
      await expect(page.getByRole('menuitem', { name: action, exact: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
  }
  for (const [tab, action] of [
    ['groups', 'Create Group'],
    ['publish', 'Publish Now'],
    ['index', 'Freeze Numbers'],
    ['requests', 'Add Request'],
    ['settings?tab=staff', 'Create Service Account'],
  ] as const) {
    await page.goto(`/rooms/${roomId}/${tab}`);
    await expect(page.getByText('This room is closed.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expect(button(action)).toHaveCount(0);
  }
  await page.goto(`/rooms/${roomId}/settings?tab=close`);

  await page.getByRole('link', { name: 'Open evidence' }).click();
  await button('Create Archive').click();
  await button('Verify Now').click();
  await expect(page.getByRole('main').getByText(/^Verified on/)).toBeVisible();
  // The checklist that was loaded before does not know the archive.
  await page.goBack();
  await change('Archive Room');
  await expect(page.getByText('This room is archived.')).toBeVisible();
  await expect(button('Open Room')).toHaveCount(0);
  await expectAccessibleScreen(page, 'the end of an archived room');
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

import { expect } from '@playwright/test';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

test('failed changes of rooms and groups show an error', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const { id } = await api.createFolder('Project Otter');
  await api.createFolder('Finance', id);
  const expectFailure = (title: string) => expect(findToasts(page, title)).toContainText('Not now.');
  let stopFailing = await failRequest(page, consoleErrors, 'POST /api/rooms');
  await page.goto(`/folder/${id}`);
  await page.getByRole('button', { name: 'Make This Folder a Room' }).click();
  await expectFailure('Failed to create the room');
  await stopFailing();
  await page.getByRole('button', { name: 'Make This Folder a Room' }).click();
  await expect(findToasts(page, 'The folder is a room now')).toContainText('Project Otter');

  await page.getByRole('main').getByRole('link', { name: 'Groups' }).click();
  stopFailing = await failRequest(page, consoleErrors, `POST /api/rooms/${id}/groups`);
  await page.getByLabel('Name of the new group').fill('Bidder A');
  await page.getByRole('button', { name: 'Create Group' }).click();
  await expectFailure('Failed to create the group');
  await stopFailing();
  await page.getByRole('button', { name: 'Create Group' }).click();

  const members = page.getByLabel('Add members to Bidder A');
  await members.fill('ada@bidder.example');
  const [group] = await (await page.request.get(`/api/rooms/${id}/groups`)).json();
  stopFailing = await failRequest(page, consoleErrors, `PUT /api/groups/${group.id}/members`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expectFailure('Failed to add members');
  await stopFailing();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const remove = page.getByRole('button', { name: 'Remove ada@bidder.example' });
  await expect(remove).toBeVisible();
  const [member] = await (await page.request.get(`/api/groups/${group.id}/members`)).json();
  stopFailing = await failRequest(page, consoleErrors, `DELETE /api/groups/${group.id}/members/${member.id}`);
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Remove' });
  await remove.click();
  await confirm.click();
  await expectFailure('Failed to remove the member');
  await stopFailing();
  await remove.click();
  await confirm.click();
  await expect(findToasts(page, 'Removed from the group')).toContainText('ada@bidder.example');
  await failRequest(page, consoleErrors, `DELETE /api/groups/${group.id}`);
  await page.getByRole('button', { name: 'Delete Bidder A' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectFailure('Failed to delete the group');

  await failRequest(page, consoleErrors, `PATCH /api/rooms/${id}/permissions`);
  await page.goto(`/rooms/${id}/permissions`);
  await page.getByLabel('Bidder A in Finance', { exact: true }).selectOption('View');
  await expectFailure('Failed to change permissions');
});

test('a list on the screen stays when it cannot be loaded again', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const { id } = await api.createFolder('Project Otter');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  await page.request.post(`/api/rooms/${id}/groups`, { data: { name: 'Bidder A' } });
  await page.goto(`/rooms/${id}/groups`);
  const group = page.getByRole('heading', { name: 'Bidder A' });
  await expect(group).toBeVisible();
  await failRequest(page, consoleErrors, `GET /api/rooms/${id}/groups`);
  const refused = page.waitForResponse((response) => response.status() === 409);
  await page.getByLabel('Name of the new group').fill('Bidder B');
  await page.getByRole('button', { name: 'Create Group' }).click();
  await refused;
  await consoleErrors.waitForNetworkIdle();
  await expect(group).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Not now.' })).toBeHidden();
});

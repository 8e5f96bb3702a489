import { expect } from '@playwright/test';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('a manager invites into a group from the folder of a room', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const { id } = await api.createFolder('Project Otter');
  const { id: inner } = await api.createFolder('Finance', id);
  await page.request.post('/api/rooms', { data: { folderId: id } });
  const created = await page.request.post(`/api/rooms/${id}/groups`, { data: { name: 'Bidder A' } });
  const group = await created.json();
  await page.goto(`/folder/${inner}`);
  const collaborators = page.getByRole('region', { name: 'Collaborators' });
  await collaborators.getByRole('button', { name: 'Invite User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite User' });
  await dialog.getByLabel('Email').fill('ada@bidder.example');
  await dialog.getByLabel('Role').selectOption('Into a group of the room');
  await expect(dialog.getByLabel('Group', { exact: true })).toHaveValue(String(group.id));
  await expect(dialog.getByLabel('Expires after')).toHaveCount(0);
  await expectAccessibleScreen(page, 'invitation into a group');
  await dialog.getByRole('button', { name: /Create Link|Send Invitation/ }).click();
  await expect(page.getByLabel('Invitation link')).toHaveValue(/accept-invite/);
  const members = await (await page.request.get(`/api/groups/${group.id}/members`)).json();
  expect(members).toMatchObject([{ email: 'ada@bidder.example', kind: 'visitor' }]);
});

test('a manager learns that a group has no link where the server sends no email', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const { id } = await api.createFolder('Project Otter');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  await page.request.post(`/api/rooms/${id}/groups`, { data: { name: 'Bidder A' } });
  await page.goto(`/rooms/${id}/groups`);
  const create = page.getByRole('button', { name: 'Create Link into Bidder A' });
  await create.click();
  const dialog = page.getByRole('dialog', { name: 'Create Link' });
  await expect(dialog.getByText('this server sends no email. Add members by their address')).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await expectAccessibleScreen(page, 'no link into a group without email');
  await dialog.getByText('Close', { exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(create).toBeFocused();
});

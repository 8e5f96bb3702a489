import { expect } from '@playwright/test';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

test('a manager names a room, appoints staff, and closes and opens it', async ({
  page,
  user: _,
  api,
  newBrowser,
  consoleErrors,
}) => {
  const { id } = await api.createFolder('Project Otter');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  const colleague = newAccount();
  const other = await newBrowser();
  await other.api.register(colleague);

  await page.goto('/');
  await expect(page.getByRole('main').getByText('Room', { exact: true })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Rooms' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Project Otter' })).toContainText('0 documents');
  await expectAccessibleScreen(page, 'rooms');
  await page.getByRole('link', { name: 'Settings of Project Otter' }).click();
  await expect(page.getByLabel('Code name')).toBeVisible();
  await expectAccessibleScreen(page, 'general settings of a room');

  const room = `/api/rooms/${id}` as const;
  await page.getByLabel('Code name').fill('Lutra');
  let stopFailing = await failRequest(page, consoleErrors, `PATCH ${room}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(findToasts(page, 'Failed to save the room')).toContainText('Not now.');
  await stopFailing();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(findToasts(page, 'The room is saved')).toBeVisible();

  await page.getByRole('tab', { name: 'Staff' }).click();
  await page.getByLabel('Email of an account').fill(colleague.email);
  const member = `${room}/staff/` as const;
  const appoint = page.getByRole('button', { name: 'Appoint' });
  await appoint.click();
  await expect(findToasts(page, 'Staff appointed')).toContainText(colleague.username);
  await expectAccessibleScreen(page, 'staff of a room');
  const staff: { id: number; username: string }[] = await (
    await page.request.get(member.slice(0, -1))
  ).json();
  const colleagueId = staff.find(({ username }) => username === colleague.username)?.id;
  stopFailing = await failRequest(page, consoleErrors, `PUT ${member}${colleagueId}`);
  await page.getByLabel(`Role of ${colleague.username}`).selectOption('Manager');
  await expect(findToasts(page, 'Failed to appoint staff')).toContainText('Not now.');
  await stopFailing();
  await page.getByLabel(`Role of ${colleague.username}`).selectOption('Manager');
  await expect(page.getByLabel(`Role of ${colleague.username}`)).toHaveValue('manager');
  await other.page.goto(`/rooms/${id}`);
  await expect(other.page).toHaveURL(`/folder/${id}`);
  await expect(other.page.getByRole('heading', { name: 'Project Otter' })).toBeVisible();
  // An open page would ask for the folder again when the colleague is removed, and be refused.
  await other.page.goto('about:blank');

  const remove = async () => {
    await page.getByRole('button', { name: `Remove ${colleague.username}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  };
  stopFailing = await failRequest(page, consoleErrors, `DELETE ${member}${colleagueId}`);
  await remove();
  await expect(findToasts(page, 'Failed to remove staff')).toContainText('Not now.');
  await stopFailing();
  await remove();
  await expect(findToasts(page, 'Removed from the staff')).toContainText(colleague.username);

  await page.getByRole('tab', { name: 'Rules' }).click();
  const visitors = page.getByRole('switch', { name: 'Allow visitors' });
  stopFailing = await failRequest(page, consoleErrors, `PATCH ${room}`);
  await visitors.click();
  await expect(findToasts(page, 'Failed to change the rules')).toContainText('Not now.');
  await stopFailing();
  await visitors.click();
  await expect(visitors).not.toBeChecked();
  await expectAccessibleScreen(page, 'rules of a room');

  await page.getByRole('tab', { name: 'Close' }).click();
  const close = async () => {
    await page.getByRole('button', { name: 'Close Room' }).click();
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Close Room' });
    await expect(confirm).toHaveClass(/bg-danger/);
    await confirm.click();
  };
  stopFailing = await failRequest(page, consoleErrors, `POST ${room}/state`);
  await close();
  await expect(findToasts(page, 'Failed to change the state of the room')).toContainText('Not now.');
  await stopFailing();
  await close();
  await expect(page.getByText('This room is closed. Only its staff see it')).toBeVisible();
  await expectAccessibleScreen(page, 'a closed room');
  await page.getByRole('button', { name: 'Open Room' }).click();
  const open = page.getByRole('alertdialog').getByRole('button', { name: 'Open Room' });
  // Nothing is lost.
  await expect(open).not.toHaveClass(/bg-danger/);
  await open.click();
  await page.getByRole('tab', { name: 'General' }).click();
  await expect(page.getByRole('button', { name: 'Back to Preparation' })).toBeVisible();
});

test('what a manager types stays when another manager changes the room meanwhile', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const { id } = await api.createFolder('Project Otter');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  const listening = page.waitForResponse(
    (response) => response.url().endsWith('/api/events') && response.status() === 200,
  );
  await page.goto(`/rooms/${id}/settings`);
  await listening;
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Project Mink');
  const change = (data: object) => page.request.patch(`/api/rooms/${id}`, { data });
  await change({ codeName: 'Lutra' });
  await expect(page.getByLabel('Code name')).toHaveValue('Lutra');
  await expect(name).toHaveValue('Project Mink');

  await page.getByRole('tab', { name: 'Rules' }).click();
  const domains = page.getByLabel('Allowed email domains');
  await domains.fill('bank.example');
  await change({ settings: { allowVisitors: false, allowedDomains: ['law.example'] } });
  await expect(page.getByRole('switch', { name: 'Allow visitors' })).not.toBeChecked();
  await expect(domains).toHaveValue('bank.example');
});

test('drafts are there when the page is opened again after an upload', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const { id } = await api.createFolder('Project Otter');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  await page.request.post(`/api/rooms/${id}/groups`, { data: { name: 'Bidder A' } });
  await page.goto(`/rooms/${id}/publish`);
  await expect(page.getByText('No drafts', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Permissions' }).click();
  await expect(page.getByText('This room is empty')).toBeVisible();
  await page.getByRole('link', { name: 'Groups', exact: true }).click();
  await api.createFolder('Finance', id);
  await page.getByRole('link', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('heading', { name: '1 folder to publish' })).toBeVisible();
  await page.getByRole('link', { name: 'Permissions' }).click();
  await expect(page.getByRole('rowheader', { name: 'Finance' })).toBeVisible();
});

import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('a manager sees who is interested, hides persons and exports', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  newBrowser,
}) => {
  const { id: roomId } = await api.createFolder('Project Otter');
  const finance = await api.createFolder('Finance', roomId);
  await page.request.post('/api/rooms', { data: { folderId: roomId } });
  await page.goto(`/rooms/${roomId}/analytics`);
  await expect(page.getByText('Nothing happened in these days')).toBeVisible();
  const room = `/api/rooms/${roomId}`;
  await page.request.patch(room, { data: { settings: { draftUploads: false } } });
  const group = await (await page.request.post(`${room}/groups`, { data: { name: 'Bidder A' } })).json();
  const [row] = await (await page.request.get(`${room}/permissions?folderId=${roomId}`)).json();
  const { version } = row;
  const cell = { kind: 'folder', id: finance.id, groupId: group.id, level: 'original', version };
  expect((await page.request.patch(`${room}/permissions`, { data: { cells: [cell] } })).ok()).toBe(true);
  const lease = await api.upload(makeText('Lease.txt', 'The rent is due.'), { folderId: finance.id });
  await api.upload(makeText('Unopened.txt', 'Nobody reads this.'), { folderId: finance.id });
  const email = 'ada@bidder.example';
  await page.request.put(`/api/groups/${group.id}/members`, { data: { emails: [email] } });
  const [member] = await (await page.request.get(`/api/groups/${group.id}/members`)).json();
  const other = await newBrowser();
  await other.page.goto(member.inviteUrl);
  await expect(other.page.getByRole('main').getByRole('link', { name: 'Finance' })).toBeVisible();
  const times = { batch: 1, pages: [{ page: 1, ms: 8_000 }] };
  expect((await other.page.request.post(`/api/files/${lease.id}/views`, { data: times })).ok()).toBe(true);

  await page.goto(`/rooms/${roomId}/analytics`);
  await expect(page.getByRole('region', { name: 'Time by folder and group' })).toContainText('8 s');
  await expectAccessibleScreen(page, 'analytics of a room');
  await expect(page.getByText('The room did not exist in the days before')).toBeVisible();
  await page.getByRole('tab', { name: 'Groups' }).click();
  await page.getByRole('combobox', { name: 'Days' }).selectOption('Last 7 days');
  await expect(page).toHaveURL(/tab=groups&period=7$/);
  const exported = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await exported;
  expect(csv.suggestedFilename()).toMatch(/^groups [\d-]{10} to [\d-]{10}\.csv$/);
  expect(await readFile(await csv.path(), 'utf8')).toMatch(
    /"Group",.*"Seconds in view".*\r\n"Bidder A",.*,8,/,
  );
  await page.getByRole('combobox', { name: 'Days' }).selectOption('From one date to another');
  await page.getByLabel('From', { exact: true }).fill('2026-01-02');
  await page.getByLabel('To', { exact: true }).fill('2026-01-01');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('The start date is after the end date.');
  await page.getByLabel('To', { exact: true }).fill('2026-01-03');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/tab=groups&from=2026-01-02&to=2026-01-03$/);
  await expectAccessibleScreen(page, 'analytics between two dates');
  await page.getByRole('combobox', { name: 'Days' }).selectOption('Since the room was created');
  await page.getByRole('link', { name: 'Bidder A' }).click();
  await expect(page).toHaveURL(/period=all$/);
  await page.getByRole('button', { name: email }).click();
  await expect(page.getByRole('dialog')).toContainText('Viewed Lease.txt');
  await expectAccessibleScreen(page, 'timeline of a person');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Unread' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Unopened.txt' })).toBeVisible();

  await page.goto(`/rooms/${roomId}/settings?tab=analytics`);
  await page.getByRole('switch', { name: 'Hide persons' }).click();
  await expect(page.getByRole('switch', { name: 'Hide persons' })).toBeChecked();
  await expectAccessibleScreen(page, 'analytics settings of a room');
  await page.goto(`/rooms/${roomId}/analytics/groups/${group.id}`);
  await expect(page.getByText('Persons are hidden in this room.')).toBeVisible();
  await page.goto(`/rooms/${roomId}/analytics`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'PDF', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('Project Otter analytics.pdf');
});

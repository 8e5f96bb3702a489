import { expect } from '@playwright/test';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('the share panel of a folder counts and lists groups and links, and views the room as a group', {
  tag: '@full',
}, async ({ page, user: _, api }) => {
  const { id } = await api.createFolder('Project Otter');
  const { id: inner } = await api.createFolder('Finance', id);
  await page.request.post('/api/rooms', { data: { folderId: id } });
  const group = await (
    await page.request.post(`/api/rooms/${id}/groups`, { data: { name: 'Bidder A' } })
  ).json();
  const emails = ['ada@bidder.example', 'grace@bidder.example'];
  await page.request.put(`/api/groups/${group.id}/members`, { data: { emails } });
  const [{ version }] = await (await page.request.get(`/api/rooms/${id}/permissions`)).json();
  const cell = { kind: 'folder', id: inner, groupId: group.id, level: 'download', version };
  await page.request.patch(`/api/rooms/${id}/permissions`, { data: { cells: [cell] } });
  const targets = [{ kind: 'folder', id: inner }];
  await page.request.post('/api/links', { data: { name: 'Press kit', targets } });

  await page.goto(`/folder/${inner}`);
  await page.getByRole('button', { name: 'Share 3 people, 1 link' }).click();
  const panel = page.getByRole('dialog', { name: 'Share Finance' });
  await expect(panel.getByRole('region', { name: 'Groups' })).toContainText(/Bidder A.*2 members · Download/);
  const links = panel.getByRole('region', { name: 'Links', exact: true });
  await expect(links).toContainText(/Press kit.*No end · View only.*Not used yet/);
  await expect(links.getByRole('link', { name: 'Press kit' })).toBeVisible();
  await expect(links.getByRole('button', { name: 'Copy link Press kit' })).toBeVisible();
  await expectAccessibleScreen(page, 'share panel with groups and links');
  await page.setViewportSize({ width: 380, height: 800 });
  await expectAccessibleScreen(page, 'share panel with groups and links on a phone');
  await panel.getByRole('button', { name: 'View as Bidder A' }).click();
  await expect(page.getByText('Bidder A').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop Viewing' })).toBeVisible();
});

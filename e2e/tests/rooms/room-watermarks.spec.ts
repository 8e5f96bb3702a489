import { expect, type Page } from '@playwright/test';
import { createWatermark } from '#shared/contracts/links/watermarks.ts';
import { listGroups } from '#shared/contracts/rooms/groups/groups.ts';
import { createRoom } from '#shared/contracts/rooms/rooms.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');

test('managers choose watermarks for a group and a room, and see the words of searches', {
  tag: '@full',
}, async ({ page, user: _, api }) => {
  const { id: roomId } = await api.createFolder('Project Otter');
  await api.call(createRoom, { folderId: roomId });
  const look = { angle: 30, size: 100, density: 100, color: 'red' } as const;
  await api.call(createWatermark, { name: 'Strict', template: '{email} · {group}', ...look, roomId: null });
  await page.goto(`/rooms/${roomId}/groups`);
  await page.getByLabel('Name of the new group').fill('Bidder A');
  await page.getByRole('button', { name: 'Create Group' }).click();
  await page.getByRole('region', { name: 'Bidder A' }).getByText('Rules', { exact: true }).click();
  const form = page.getByRole('form', { name: 'Rules of Bidder A' });
  await form.getByLabel('Watermark', { exact: true }).selectOption('Strict');
  await expectAccessibleScreen(page, 'rules of a group');
  await form.getByRole('button', { name: 'Save Rules' }).click();
  await expect(page.getByText('The group is saved', { exact: true })).toBeVisible();
  await expect
    .poll(
      async () => (await api.call(listGroups, undefined, `/api/rooms/${roomId}/groups`))[0]?.watermark?.name,
    )
    .toBe('Strict');

  await page.goto(`/rooms/${roomId}/settings?tab=rules`);
  await main(page).getByLabel('Watermark', { exact: true }).selectOption('Strict');
  await expect(main(page).getByLabel('Watermark', { exact: true })).toBeEnabled();
  await expectAccessibleScreen(page, 'rules of a room with a watermark');

  await page.goto(`/rooms/${roomId}/analytics?tab=searches`);
  await expect(page.getByText('The words of searches are not recorded')).toBeVisible();
  await expectAccessibleScreen(page, 'searches that are not recorded');
  await page.getByRole('link', { name: 'Analytics settings' }).click();
  const words = page.getByRole('switch', { name: 'Show the words of searches' });
  await words.click();
  await expect(words).toBeChecked();
  await page.goto(`/rooms/${roomId}/analytics?tab=searches`);
  await expect(page.getByText('Nobody searched in these days')).toBeVisible();
});

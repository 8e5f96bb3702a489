import { expect } from '@playwright/test';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('a manager reads, filters and exports the history of a room', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const { id: roomId } = await api.createFolder('Project Otter');
  await page.request.post('/api/rooms', { data: { folderId: roomId } });
  await api.createFolder('Finance', roomId);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/rooms/${roomId}/history`);
  await expect(page.getByRole('link', { name: 'Finance' }).last()).toBeVisible();
  await expectAccessibleScreen(page, 'history of a room');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  await page
    .getByRole('button', { name: /^Details of entry/ })
    .first()
    .press('Enter');
  await expect(page.getByRole('dialog')).toContainText('folder.create');
  await expect(page.getByRole('dialog')).not.toContainText('Address');
  await page.keyboard.press('Escape');
  await page.getByLabel('Action').selectOption('room.freeze-numbers');
  await expect(page.getByText('No matching events')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toBe('Project Otter history.csv');

  await expect(page.getByLabel('Who')).toBeVisible();
  await page.request.patch(`/api/rooms/${roomId}`, {
    data: { settings: { analytics: { hidePersons: true } } },
  });
  await page.reload();
  await expect(page.getByText('Persons are hidden in this room.')).toBeVisible();
  await expect(page.getByLabel('Who')).toHaveCount(0);
});

import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('a manager publishes some of the drafts, and exports the permissions', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const { id: roomId } = await api.createFolder('Project Heron');
  const inner = await api.createFolder('Finance', roomId);
  const room = `/api/rooms/${roomId}` as const;
  await page.request.post('/api/rooms', { data: { folderId: roomId } });
  const group = await (await page.request.post(`${room}/groups`, { data: { name: 'Bidder A' } })).json();
  const [{ version }] = await (await page.request.get(`${room}/permissions`)).json();
  const cell = { kind: 'folder', id: inner.id, groupId: group.id, level: 'view', version };
  await page.request.patch(`${room}/permissions`, { data: { cells: [cell] } });
  const later = await api.createFolder('Later', inner.id);
  await api.upload(makeText('Lease.txt', 'Six months.'), { folderId: later.id });
  for (const name of ['One.txt', 'Two.txt'])
    await api.upload(makeText(name, 'Twelve months.'), { folderId: inner.id });

  await page.goto(`/rooms/${roomId}/publish`);
  const draft = (name: string) => page.getByRole('checkbox', { name: `Publish ${name}`, exact: true });
  const all = page.getByRole('checkbox', { name: 'All drafts' });
  await expect(page.getByRole('heading', { name: '1 folder and 3 files to publish' })).toBeVisible();
  await expect(all).toBeChecked();
  await draft('Later').uncheck();
  await expect(draft('Lease.txt')).not.toBeChecked();
  await expect(all).toHaveJSProperty('indeterminate', true);
  await draft('Two.txt').uncheck();
  await expect(
    page.getByRole('heading', { name: '1 file to publish, of 1 folder and 3 files' }),
  ).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Bidder A gains 1 file' })).toBeVisible();
  await page.getByRole('button', { name: 'Check Selected Drafts' }).click();
  await expect(page.getByText(/^\d+ findings? in 1 document/)).toBeVisible({ timeout: 30_000 });
  await expectAccessibleScreen(page, 'some drafts chosen and checked');
  const checkLink = page.getByRole('link', { name: 'Open Check' });
  await expect(checkLink).toHaveAttribute(
    'href',
    new RegExp(`^/rooms/${roomId}/exposure/${group.id}\\?check=\\d+$`),
  );
  await page.getByRole('button', { name: 'Publish Now' }).click();
  await expect(findToasts(page, 'The drafts are published')).toBeVisible();
  const drafts = page.getByRole('list', { name: 'Drafts' });
  await expect(drafts.getByRole('link')).toHaveText(['Later', 'Lease.txt', 'Two.txt']);
  await expect(page.getByRole('button', { name: 'Publish Now' })).toBeDisabled();
  await draft('Lease.txt').check();
  await expect(draft('Later')).toBeChecked();
  await all.check();
  await page.getByRole('button', { name: 'Publish Now' }).click();
  await expect(page.getByText('No drafts', { exact: true })).toBeVisible();

  await page.goto(`/rooms/${roomId}/permissions`);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Permissions' });
  await dialog.getByLabel('Content').selectOption('The rows shown');
  await dialog.getByLabel('Format').selectOption('CSV');
  await expectAccessibleScreen(page, 'export of permissions');
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Export Permissions' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^Project Heron permissions .*\.csv$/);
});

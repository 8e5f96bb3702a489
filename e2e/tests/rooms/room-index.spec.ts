import { expect } from '@playwright/test';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('staff reserve a number, replace the placeholder by a file, and freeze the numbers', {
  tag: '@full',
}, async ({ page, user: _, api }) => {
  const { id } = await api.createFolder('Deal');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  await page.goto(`/folder/${id}`);
  await page.getByRole('button', { name: 'Add Placeholder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Placeholder' });
  await dialog.getByLabel('Name', { exact: true }).fill('Lease to follow');
  await dialog.getByLabel('Due date (optional)').fill('2020-12-12');
  await dialog.getByLabel('Responsible person (optional)').fill('Ms. Roth');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const placeholders = page.getByRole('region', { name: 'Placeholders' });
  await expect(placeholders.getByRole('listitem')).toContainText(
    /1.*Lease to follow.*Overdue since.*Ms. Roth/,
  );
  await expectAccessibleScreen(page, 'placeholders of a folder');
  await placeholders.getByLabel('File for Lease to follow', { exact: true }).setInputFiles({
    name: 'Lease.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('The lease ends in May.'),
  });
  await expect(page.getByRole('link', { name: 'Lease.txt' }).first()).toBeVisible();
  await expect(placeholders.getByRole('listitem')).toHaveCount(0);

  await page.goto(`/rooms/${id}/index`);
  const numbering = page.getByLabel('Numbers of readers');
  await numbering.selectOption('Consecutive for each reader');
  await expect(page.getByRole('button', { name: 'Freeze Numbers' })).toBeDisabled();
  await numbering.selectOption('The same for everybody');
  await page.getByRole('button', { name: 'Freeze Numbers' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Freeze Numbers' }).click();
  await expect(page.getByText(/Frozen since/)).toBeVisible();
  await expectAccessibleScreen(page, 'index of a room');
  const downloading = page.waitForEvent('download');
  await page.getByLabel('Format').selectOption('csv');
  await page.getByRole('link', { name: 'Export Index' }).click();
  expect((await downloading).suggestedFilename()).toBe('Deal index.csv');
  const [file] = await (await page.request.get(`/api/files?folderId=${id}`)).json();
  await page.request.delete(`/api/files/${file.id}`);
  await page.goto(`/folder/${id}`);
  await expect(page.getByRole('region', { name: 'Withdrawn' })).toContainText(/1.*Lease.txt.*Withdrawn on/);
  await expectAccessibleScreen(page, 'withdrawn numbers of a folder');
});

test('staff see what an index changes before they apply it', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const { id } = await api.createFolder('Deal');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  await page.goto(`/rooms/${id}/index`);
  const choose = (text: string) =>
    page.getByLabel('Index file').setInputFiles({
      name: 'index.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
  const dialog = page.getByRole('dialog', { name: 'Import Index' });
  await choose('Number,Name\n2.1,Lease');
  await expect(dialog.getByRole('region', { name: 'Problems' })).toContainText(
    'Line 2: its parent 2 is not above it',
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await choose('Number,Name\n1,Property\n1.1,Lease');
  await expect(dialog.getByRole('region', { name: 'Created' })).toContainText('1.1 Lease placeholder');
  await expectAccessibleScreen(page, 'preview of an imported index');
  // Somebody else adds the number 1 meanwhile.
  await api.createFolder('Board', id);
  consoleErrors.expectFailedRequest(`409 POST /api/rooms/${id}/index`);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('The room has changed since the preview.')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Renamed' })).toContainText('Board');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('The index was imported.')).toBeVisible();
  await page.goto(`/folder/${id}`);
  await expect(page.getByRole('link', { name: 'Property' }).first()).toBeVisible();
});

import { expect } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

const FOREIGN_ARCHIVE = Buffer.from(
  zipSync({
    'Contracts/Lease.txt': strToU8('The lease ends in May.'),
    'Contracts/Copy.txt': strToU8('The lease ends in May.'),
    'Tax/2025.txt': strToU8('Tax return.'),
  }),
);

test('a foreign ZIP fills a folder by keyboard alone, after a report', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const { id } = await api.createFolder('Deal');
  await page.goto(`/folder/${id}`);
  await page.getByRole('button', { name: 'Import' }).first().press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import' });
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a ZIP' }).press('Space');
  await (await choosing).setFiles({
    name: 'export.zip',
    mimeType: 'application/zip',
    buffer: FOREIGN_ARCHIVE,
  });
  await expect(dialog.getByText('Duplicates (1)')).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByRole('list', { name: 'Problems found' })).toContainText('the same content as');
  await expectAccessibleScreen(page, 'report of an import');

  // An import that is not applied waits for its user in the dialog.
  await page.reload();
  await page.getByRole('button', { name: 'Import' }).first().press('Enter');
  const [waiting] = await (await page.request.get(`/api/imports?folderId=${id}`)).json();
  await failRequest(page, consoleErrors, `DELETE /api/imports/${waiting.id}`);
  await dialog.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(findToasts(page, 'Failed to discard the import')).toContainText('Not now.');
  // One whose report could not be loaded is asked for again, and closing the dialog leaves it.
  const stopFailing = await failRequest(page, consoleErrors, `GET /api/imports/${waiting.id}`);
  await dialog.getByRole('button', { name: 'Show Report' }).press('Enter');
  await expect(dialog.getByText('Not now.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Import' }).first().press('Enter');
  await dialog.getByRole('button', { name: 'Show Report' }).press('Enter');
  await expect(dialog.getByText('Not now.')).toBeVisible();
  await stopFailing();
  await dialog.getByRole('button', { name: 'Show Report' }).press('Enter');
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(dialog.getByText('3 files were imported in 2 folders.')).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(page.getByRole('link', { name: 'Contracts' }).first()).toBeVisible();
});

test('staff add a request, attach a proposed file and mark it as provided', async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const { id } = await api.createFolder('Deal');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  await api.upload(makeText('Lease.txt', 'The warehouse lease ends in May.'), { folderId: id });
  // Files of other places cannot be attached.
  await api.upload(makeText('Lease elsewhere.txt', 'Another lease.'));
  await page.goto(`/rooms/${id}/requests`);
  await page.getByLabel('New request').fill('Warehouse lease');
  await page.getByLabel('Area (optional)').fill('Property');
  await page.keyboard.press('Enter');
  const area = page.getByRole('region', { name: 'Property' });
  const request = area.getByRole('button', { name: /Warehouse lease/ });
  await expect(request).toBeVisible();
  await expectAccessibleScreen(page, 'requests of a room');
  await request.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Request 1' });
  await panel.getByLabel('Find a file by name').fill('Lease');
  await expect(panel.getByRole('list', { name: 'Files found' }).getByRole('listitem')).toHaveText(
    /Lease\.txt/,
  );
  await panel.getByRole('button', { name: 'Attach Lease.txt' }).click();
  await expect(panel.getByRole('link', { name: 'Lease.txt' })).toBeVisible();
  await panel.getByLabel('State').selectOption('provided');
  await expect(panel.getByText('Provided').first()).toBeVisible();
  await expectAccessibleScreen(page, 'one request');
  // Saved although the field is not left.
  await panel.getByLabel('Responsible person').fill('Ada Lovelace');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(request).toBeFocused();
  await expect(request).toContainText('Ada Lovelace');
  await expect(area.getByText('1 of 1')).toBeVisible();
  await failRequest(page, consoleErrors, `POST /api/rooms/${id}/requests`);
  await page.getByLabel('New request').fill('Permits');
  await page.getByRole('button', { name: 'Add Request' }).click();
  await expect(findToasts(page, 'Failed to change the request list')).toContainText('Not now.');
});

test('the fields of an open request follow others, and ask which text is kept', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const { id } = await api.createFolder('Deal');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  const url = `/api/rooms/${id}/requests`;
  const created = await (await page.request.post(url, { data: { text: 'Leases' } })).json();
  const change = (text: string) => page.request.patch(`/api/requests/${created.id}`, { data: { text } });
  await page.goto(`/rooms/${id}/requests`);
  await page.getByRole('button', { name: /Leases/ }).click();
  const panel = page.getByRole('dialog', { name: 'Request 1' });
  const text = panel.getByLabel('Request', { exact: true });
  await text.fill('');
  await panel.getByLabel('Responsible person').focus();
  await expect(panel.getByText('Enter what is requested')).toBeVisible();
  await text.fill('Leases');
  await expect(panel.getByText('Enter what is requested')).toBeHidden();
  await change('All leases');
  await expect(text).toHaveValue('All leases');
  await text.fill('My leases');
  await change('Their leases');
  const conflict = panel.getByRole('alert');
  await expect(conflict).toContainText('Somebody else changed the request meanwhile: Their leases');
  await expectAccessibleScreen(page, 'a request that somebody else changed');
  await page.keyboard.press('Escape');
  await page
    .getByRole('alertdialog', { name: 'Discard Changes' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await conflict.getByRole('button', { name: 'Save Mine' }).click();
  await expect(conflict).toBeHidden();
  await expect(text).toHaveValue('My leases');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /My leases/ })).toBeVisible();
});

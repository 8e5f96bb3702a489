import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('a manager of two rooms copies a folder and a file from one to the other', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const [from, to] = [await api.createFolder('Project Heron'), await api.createFolder('Project Curlew')];
  for (const { id } of [from, to]) await page.request.post('/api/rooms', { data: { folderId: id } });
  const finance = await api.createFolder('Finance', from.id);
  const target = await api.createFolder('Received', to.id);
  await api.upload(makeText('Lease.txt', 'Six months.'), { folderId: finance.id });
  await page.goto(`/folder/${from.id}`);
  const dialog = page.getByRole('dialog', { name: 'Copy to Another Room' });
  async function chooseTarget() {
    await page.getByRole('button', { name: 'Actions for Finance' }).click();
    await page.getByRole('menuitem', { name: 'Copy to Another Room' }).click();
    await expect(dialog.getByText('Project Heron')).toHaveCount(0);
    await dialog.getByText('Received').click();
  }
  await chooseTarget();
  await expectAccessibleScreen(page, 'copy to another room');
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(findToasts(page, 'Copied to another room')).toContainText('1 folder, 1 file');
  await expect(dialog).toBeHidden();

  await chooseTarget();
  await page.route('/api/copies/*', (route) =>
    route.fulfill({ json: { id: 1, state: 'failed', error: 'This room is closed.' } }),
  );
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(findToasts(page, 'Failed to copy to another room')).toContainText('This room is closed.');

  await page.goto(`/folder/${target.id}`);
  await expect(page.getByRole('main').getByRole('link', { name: 'Finance' }).first()).toBeVisible();
});

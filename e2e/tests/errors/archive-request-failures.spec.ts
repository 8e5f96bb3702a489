import { expect } from '@playwright/test';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

test('failed requests about archives show an error', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const { id } = await api.createFolder('Project Heron');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  const expectFailure = (title: string) => expect(findToasts(page, title)).toContainText('Not now.');
  await page.goto(`/rooms/${id}/evidence`);
  const create = page.getByRole('button', { name: 'Create Archive' });
  const stopFailing = await failRequest(page, consoleErrors, `POST /api/rooms/${id}/archives`);
  await create.click();
  await expectFailure('Failed to create the archive');
  await stopFailing();
  await create.click();
  const verify = page.getByRole('button', { name: 'Verify Now' });
  await expect(verify).toBeVisible({ timeout: 30_000 });
  const [archive] = await (await page.request.get(`/api/rooms/${id}/archives`)).json();
  await failRequest(page, consoleErrors, `POST /api/archives/${archive.id}/verify`);
  await verify.click();
  await expectFailure('Failed to verify the archive');
  await failRequest(page, consoleErrors, `DELETE /api/archives/${archive.id}`);
  await page.getByRole('button', { name: /^Delete The whole room/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectFailure('Failed to delete the archive');
});

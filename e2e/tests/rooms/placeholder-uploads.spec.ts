import { expect } from '@playwright/test';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

/** Above it an upload is resumable, and begins before its bytes arrive. */
const RESUMABLE_BYTES = 9 * 1024 * 1024;

test('an upload that comes after another for the same placeholder says where its file is', {
  tag: '@full',
}, async ({ page, user: _, api }) => {
  const { id } = await api.createFolder('Deal');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  const created = await page.request.post(`/api/folders/${id}/placeholders`, { data: { name: 'Lease' } });
  const placeholder = await created.json();
  await page.goto(`/folder/${id}`);
  const { promise: isReplaced, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/uploads/*', async (route) => {
    await isReplaced;
    await route.continue();
  });
  const isHeld = page.waitForRequest((request) => request.method() === 'PATCH');
  const buffer = Buffer.alloc(RESUMABLE_BYTES, 'late');
  await page
    .getByLabel('File for Lease', { exact: true })
    .setInputFiles({ name: 'Late.txt', mimeType: 'text/plain', buffer });
  await isHeld;
  const first = { name: 'First.txt', mimeType: 'text/plain', buffer: Buffer.from('first') };
  const answer = await page.request.post('/api/files', {
    multipart: { folderId: String(id), placeholderId: String(placeholder.id), file: first },
  });
  expect((await answer.json()).replacesPlaceholder).toBe(true);
  release();
  const notice = findToasts(page, 'The file did not replace the placeholder');
  await expect(notice).toContainText('Late.txt was added at the end of the folder, hidden from');
  await expect(page.getByRole('main').getByRole('row').filter({ hasText: 'Late.txt' })).toContainText('2');
});

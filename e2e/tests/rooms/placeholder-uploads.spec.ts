import { expect, type Page } from '@playwright/test';
import type { BrowserApi } from '#server/testing/browser/browser-api.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

/** Above it an upload is resumable, and begins before its bytes arrive. */
const RESUMABLE_BYTES = 9 * 1024 * 1024;

/** Uploads a large file for a placeholder, which another file replaces before the last bytes arrive. */
async function uploadTooLate(page: Page, api: BrowserApi): Promise<void> {
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
}

async function expectNotice(page: Page): Promise<void> {
  const notice = findToasts(page, 'The file did not replace the placeholder');
  await expect(notice).toContainText('Late.txt was added at the end of the folder instead, hidden from');
  const row = page.getByRole('main').getByRole('row').filter({ hasText: 'Late.txt' });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('2');
}

test('an upload that comes after another for the same placeholder says where its file is', {
  tag: '@full',
}, async ({ page, user: _, api }) => {
  await uploadTooLate(page, api);
  await expectNotice(page);
});

test('such an upload says so too when the answer to its last bytes is lost', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  await page.addInitScript(() => {
    const { prototype } = XMLHttpRequest;
    const { setRequestHeader } = prototype;
    const lasts = new WeakSet<XMLHttpRequest>();
    prototype.setRequestHeader = function (name, value) {
      if (name.toLowerCase() === 'upload-offset' && Number(value) > 0) lasts.add(this);
      setRequestHeader.call(this, name, value);
    };
    Object.defineProperty(prototype, 'onload', {
      set(this: XMLHttpRequest, handler: (event: ProgressEvent) => void) {
        this.addEventListener('load', (event) =>
          lasts.has(this) ? this.onerror?.(event) : handler.call(this, event),
        );
      },
    });
  });
  const asksAgain = page.waitForRequest(
    (request) => request.method() === 'HEAD' && request.url().includes('/api/uploads/'),
  );
  await uploadTooLate(page, api);
  await asksAgain;
  await expectNotice(page);
});

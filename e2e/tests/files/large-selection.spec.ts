import { expect, type Page, type Request } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import type { ConsoleErrors } from '../../support/fixtures/console-errors.ts';
import { test } from '../../support/fixtures/test.ts';

/** More files than two calls take. */
const COUNT = 2_001;
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selected files' });

interface ListedFile {
  id: number;
  name: string;
}

/** Answers lists of files, and what is done with many of them, as a server with that many files would. */
async function answerForManyFiles(page: Page, files: readonly ListedFile[]) {
  const deleted = new Set<number>();
  const fileIds = (request: Request): number[] => request.postDataJSON().fileIds;
  await page.route(
    ({ pathname }) => pathname === '/api/files',
    (route) => route.fulfill({ json: files.filter(({ id }) => !deleted.has(id)) }),
  );
  await page.route('**/api/trash/files/restore', (route) => {
    for (const id of fileIds(route.request())) deleted.delete(id);
    return route.fulfill({ json: [] });
  });
  return {
    /** Answers calls that delete: each waits until it is its turn. */
    answerDelete: (answer: (call: number) => Promise<'deleted' | 'refused'>) => {
      let calls = 0;
      return page.route('**/api/files/bulk', async (route) => {
        calls += 1;
        if ((await answer(calls)) === 'refused')
          return route.fulfill({ status: 409, json: { error: 'Not now.', code: 'conflict' } });
        for (const id of fileIds(route.request())) deleted.add(id);
        return route.fulfill({ status: 204 });
      });
    },
  };
}

async function openManyFiles(page: Page, create: () => Promise<ListedFile & { folderId: number | null }>) {
  const file = await create();
  const files = Array.from({ length: COUNT }, (_, at) => ({ ...file, id: file.id + at, name: `${at}.txt` }));
  const server = await answerForManyFiles(page, files);
  await page.goto(`/folder/${file.folderId}`);
  await page.getByRole('main').getByRole('button', { name: 'Select Files' }).click();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await expect(toolbar(page)).toContainText('2,001 files selected');
  return server;
}

async function confirmDelete(page: Page, consoleErrors: ConsoleErrors): Promise<void> {
  await toolbar(page).getByRole('button', { name: 'Delete' }).click();
  await consoleErrors.waitForNetworkIdle();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
}

test('a deletion of several calls shows how far it came, and what remained when one fails', {
  tag: '@full',
}, async ({ page, user: _, api, consoleErrors }) => {
  const folder = await api.createFolder('Large');
  const upload = () => api.upload(makeText('a.txt', 'a'), { folderId: folder.id });
  const { answerDelete } = await openManyFiles(page, upload);
  const second = Promise.withResolvers<void>();
  await answerDelete(async (call) => {
    if (call === 1) return 'deleted';
    await second.promise;
    return 'refused';
  });
  consoleErrors.expectFailedRequest('409 DELETE /api/files/bulk');
  await confirmDelete(page, consoleErrors);
  // The page can be used meanwhile.
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(findToasts(page, 'Deleting files')).toContainText('1,000 of 2,001');
  await expect(page.getByRole('progressbar', { name: 'Deleting files' })).toHaveAttribute(
    'aria-valuenow',
    '50',
  );
  await expect(toolbar(page)).toContainText('1,001 files selected');
  second.resolve();
  await expect(findToasts(page, 'Files deleted')).toContainText(
    '1,000 of 2,001 files. The others were not deleted. Not now.',
  );
  await expect(toolbar(page)).toContainText('1,001 files selected');
  await findToasts(page, 'Files deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(findToasts(page, 'Restored')).toContainText('1,000 items');
  await expect(page.getByRole('table', { name: 'Files' })).toHaveAttribute('aria-rowcount', `${COUNT + 1}`);
});

test('a deletion of several calls can be stopped between them', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const folder = await api.createFolder('Large');
  const upload = () => api.upload(makeText('a.txt', 'a'), { folderId: folder.id });
  const { answerDelete } = await openManyFiles(page, upload);
  const first = Promise.withResolvers<void>();
  let calls = 0;
  await answerDelete(async (call) => {
    calls = call;
    await first.promise;
    return 'deleted';
  });
  await confirmDelete(page, consoleErrors);
  await findToasts(page, 'Deleting files').getByRole('button', { name: 'Stop' }).click();
  first.resolve();
  await expect(findToasts(page, 'Files deleted')).toContainText(
    '1,000 of 2,001 files. The others were not deleted.',
  );
  expect(calls).toBe(1);
});

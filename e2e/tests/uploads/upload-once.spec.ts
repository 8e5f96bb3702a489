import { expect, type Page } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { fileRow } from '../../support/actions/files-table.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

/** Delays the list of the names in the destination, like a slow connection, until the returned function is called. */
async function holdNames(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const address = '**/api/files?folderId=null';
  const answered = page.waitForResponse(address);
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return async () => {
    resolve();
    await answered;
    await page.unroute(address);
  };
}

async function chooseFile(page: Page, name: string) {
  await page.getByRole('main').getByRole('button', { name: 'Upload Files' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload Documents' });
  await dialog.getByLabel('Choose Files').setInputFiles(makeText(name, 'Dear all'));
  return dialog;
}

test('a double click uploads a file once, and nothing is uploaded after Cancel', { tag: '@full' }, async ({
  page,
  user: _,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/files')) sent.push(request.url());
  });
  await page.goto('/');
  let release = await holdNames(page);
  const cancelled = await chooseFile(page, 'Cancel.txt');
  const upload = cancelled.getByRole('button', { name: 'Upload', exact: true });
  await upload.click();
  await expect(upload).toHaveAttribute('aria-busy', 'true');
  await cancelled.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(cancelled).toBeHidden();
  await release();

  release = await holdNames(page);
  const dialog = await chooseFile(page, 'Letter.txt');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).dblclick();
  await release();
  await expect(findToasts(page, 'File uploaded')).toContainText('Letter.txt');
  await expect(fileRow(page, 'Letter.txt')).toHaveCount(1);
  await expect(fileRow(page, 'Cancel.txt')).toHaveCount(0);
  expect(sent).toHaveLength(1);
});

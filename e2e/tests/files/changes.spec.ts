import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

test('a member sees what somebody else changed since the last visit, and marks it as seen', {
  tag: '@full',
}, async ({ page, user, newBrowser, consoleErrors }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
  const { api: ownerApi, page: ownerPage } = await newBrowser();
  await ownerApi.register(newAccount());
  const { id: folderId } = await ownerApi.createFolder('Deal');
  await ownerApi.addCollaborator(folderId, user.email);
  const { id } = await ownerApi.upload(makeText('Lease.txt', 'First'), { folderId });
  const version = { name: 'Lease.txt', mimeType: 'text/plain', buffer: Buffer.from('Second') };
  await ownerPage.request.post(`/api/files/${id}/versions`, { multipart: { file: version } });

  await page.reload();
  const summary = page.getByRole('region', { name: 'Since Your Last Visit' });
  await expect(summary.getByRole('listitem')).toHaveCount(4);
  await expect(summary.getByText('Version 1 was replaced by version 2')).toBeVisible();
  await expect(summary.getByText('You now have access')).toBeVisible();
  await expectAccessibleScreen(page, 'Home with changes');

  await page.goto('/changes');
  await expect(page.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveCount(4);
  await expectAccessibleScreen(page, 'changes');
  const stopFailing = await failRequest(page, consoleErrors, 'POST /api/changes/seen');
  await page.getByRole('button', { name: 'Mark All as Seen' }).click();
  await expect(findToasts(page, 'Failed to mark the changes as seen')).toContainText('Not now.');
  await stopFailing();
  await page.getByRole('button', { name: 'Mark All as Seen' }).click();
  await expect(page.getByText('No changes since your last visit')).toBeVisible();
  await page.getByRole('button', { name: 'Show Last 30 Days' }).click();
  await expect(page.getByLabel('Period')).toHaveValue('30');
  await expect(page.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveCount(4);
  await page.getByLabel('Period').selectOption('7');
  await page.getByRole('link', { name: 'What changed in Lease.txt' }).click();
  await expect(page.getByRole('heading', { name: 'Compare Lease.txt' })).toBeVisible();
});

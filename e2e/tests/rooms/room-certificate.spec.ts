import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('a manager certifies what a group saw, and anyone verifies it', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  newBrowser,
}) => {
  const { id: roomId } = await api.createFolder('Project Lynx');
  await page.request.post('/api/rooms', { data: { folderId: roomId } });
  await page.request.post(`/api/rooms/${roomId}/groups`, { data: { name: 'Bidder' } });
  await api.upload(makeText('Lease.txt', 'Six months.'), { folderId: roomId });

  await page.goto(`/rooms/${roomId}/evidence`);
  await expect(page.getByText('No certificates yet')).toBeVisible();
  await page.getByLabel('Party').selectOption('Group: Bidder');
  await page.getByRole('button', { name: 'Create Certificate', exact: true }).click();
  const certificates = page.getByRole('list', { name: 'Disclosure certificates' });
  const json = certificates.getByRole('link', { name: 'JSON', exact: true });
  await expect(json).toBeVisible();
  await expect(certificates).toContainText('Group: Bidder');
  await expectAccessibleScreen(page, 'evidence with a certificate');
  const downloading = page.waitForEvent('download');
  await json.click();
  const path = await (await downloading).path();

  const other = await newBrowser();
  await other.page.goto('/verify');
  await other.page.getByLabel('Receipts, certificates, acceptances').setInputFiles(path);
  const results = other.page.getByRole('list', { name: 'Results' });
  await expect(results.getByText('Valid', { exact: true })).toBeVisible();
  await expectAccessibleScreen(other.page, 'verified certificate');
});

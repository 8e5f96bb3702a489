import { expect, type Page } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

/** Waits until a page hears of changes: what it shows is up to date from then on. */
const whenListening = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/api/events') && response.status() === 200);

test('a file that somebody else uploads appears, becomes available, and disturbs nothing', async ({
  page,
  user,
  newBrowser,
}) => {
  const { api: ownerApi, page: ownerPage } = await newBrowser();
  await ownerApi.register(newAccount());
  const { id: folderId } = await ownerApi.createFolder('Deal');
  await ownerApi.addCollaborator(folderId, user.email);
  await ownerApi.upload(makeText('Lease.txt', 'First'), { folderId });
  const listening = [whenListening(page), whenListening(ownerPage)];
  await page.goto(`/folder/${folderId}`);
  await ownerPage.goto(`/folder/${folderId}`);
  await Promise.all(listening);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('Lease.txt')).toContainText('Available');
  const lease = row('Lease.txt').getByRole('link', { name: 'Lease.txt', exact: true });
  await lease.focus();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));

  await ownerApi.upload(makeText('Annex.txt', 'Second'), { folderId });
  await expect(row('Annex.txt')).toBeVisible();
  await expect(ownerPage.getByRole('row').filter({ hasText: 'Annex.txt' })).toBeVisible();
  await expect(row('Annex.txt')).toContainText('Available');
  await expect(lease).toBeFocused();
  expect(requests.filter((path) => path === '/api/files').length).toBeLessThan(8);

  await ownerApi.createFolder('Drawings', folderId);
  await expect(page.getByRole('main').getByTitle('Drawings', { exact: true })).toBeVisible();
});

test('pages that nobody has signed in to do not listen', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/forgot-password');
  await expect(page.getByRole('heading')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(requests).not.toContain('/api/events');
});

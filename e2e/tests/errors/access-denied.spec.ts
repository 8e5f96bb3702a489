import { expect, type Page } from '@playwright/test';
import type { BrowserApi } from '#server/testing/browser/browser-api.ts';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

const fetchStatuses = async (page: Page, paths: readonly string[]) => {
  const answers = await Promise.all(paths.map((path) => page.request.get(path)));
  return answers.map((answer) => answer.status());
};

async function createPrivateFiles(api: BrowserApi) {
  await api.register(newAccount());
  const shared = await api.createFolder('Shared');
  const secret = await api.createFolder('Secret');
  const file = await api.upload(makeText('Secret.txt', 'The price is seven.'), { folderId: secret.id });
  const link = await api.invite('buyer@example.com', { folderIds: [shared.id], role: 'visitor' });
  return {
    file,
    link,
    paths: [
      `/api/folders/${secret.id}`,
      `/api/folders/${secret.id}/collaborators`,
      `/api/files?folderId=${secret.id}`,
      `/api/files/${file.id}`,
      `/api/files/${file.id}/view`,
      `/api/files/${file.id}/download`,
    ],
  };
}

const ADMIN_PATHS = [
  '/api/users',
  '/api/admin/users',
  '/api/admin/invitations',
  '/api/admin/system-settings',
  '/api/admin/audit',
  '/api/admin/audit/export',
  '/api/admin/outbox',
  '/api/admin/maintenance',
];

test('a regular user cannot open the admin page', { tag: '@full' }, async ({ page, user: _, newBrowser }) => {
  const { paths } = await createPrivateFiles((await newBrowser()).api);
  expect(new Set(await fetchStatuses(page, paths))).toEqual(new Set([404]));
  expect(new Set(await fetchStatuses(page, ADMIN_PATHS))).toEqual(new Set([403]));
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText('You do not have permission to access the admin page.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Admin' })).toHaveCount(0);
  await page.goto('/settings?tab=system');
  await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tab', { name: 'System' })).toHaveCount(0);
});

test('an invalid invitation link shows an error page', { tag: '@full' }, async ({ page, consoleErrors }) => {
  const unknownToken = 'A'.repeat(43);
  for (const [token, status] of [
    [unknownToken, 404],
    [unknownToken.slice(1), 400],
  ] as const) {
    consoleErrors.expectFailedRequest(`${status} GET /api/invitations/${token}`);
    await page.goto(`/accept-invite/${token}`);
    await expect(page.getByRole('heading', { name: 'Invalid or Expired Invitation' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to Login' })).toBeVisible();
    for (const _ of ['silent', 'told'])
      consoleErrors.expectFailedRequest(`${status} GET /api/visitor/auth/${token}`);
    await page.goto(`/direct-visitor-access/${token}`);
    await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible();
  }
});

test('the visitor debug page tests a token without a session', { tag: '@full' }, async ({
  page,
  newBrowser,
}) => {
  const { link } = await createPrivateFiles((await newBrowser()).api);
  const token = link.split('/').at(-1) ?? '';
  await page.goto(`/visitor-debug/${token}`);
  const result = page.getByLabel('Result');
  await page.getByRole('button', { name: 'Test Token' }).click();
  await expect(result).toContainText('"valid": true');
  await page.getByRole('button', { name: 'Activate Token' }).click();
  await expect(page.getByText(`Stored token: ${token.slice(0, 10)}…`)).toBeVisible();
  await page.getByRole('button', { name: 'Show Status' }).click();
  await expect(result).toContainText('"isVisitor": true');
  await page.getByRole('button', { name: 'Clear Visitor Session' }).click();
  await expect(page.getByText('Stored token: none')).toBeVisible();
  expect(await fetchStatuses(page, ['/api/folders'])).toEqual([401]);
});

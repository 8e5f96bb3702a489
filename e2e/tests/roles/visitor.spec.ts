import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { BrowserApi } from '#server/testing/browser/browser-api.ts';
import { acceptRefusals } from '../../support/actions/accept-refusals.ts';
import { fileRow } from '../../support/actions/files-table.ts';
import { fillInvitation } from '../../support/actions/fill-invitation.ts';
import { chooseForInvitation } from '../../support/actions/invitation-menu.ts';
import { pressEscape } from '../../support/actions/press-escape.ts';
import { askUntilAnswered } from '../../support/actions/search-bar.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { makeSupplyAgreement, SUPPLY_AGREEMENT } from '../../support/fixtures/sample-deal.ts';
import { newAccount } from '../../support/fixtures/test.ts';
import { test } from '../../support/fixtures/test-with-mail.ts';

const EMAIL = 'buyer@example.com';
const main = (page: Page) => page.getByRole('main');
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

async function makeOwner(api: BrowserApi) {
  await api.register(newAccount());
  const secret = await api.createFolder('Private');
  const shared = await api.createFolder('Sale of Northwind');
  const agreement = await api.upload(await makeSupplyAgreement(), { folderId: shared.id });
  return { secret, shared, agreement };
}

test('a visitor views and searches but cannot download or change anything', async ({
  page,
  mailbox,
  consoleErrors,
  newBrowser,
}) => {
  const ownerBrowser = await newBrowser();
  const { secret, shared, agreement } = await makeOwner(ownerBrowser.api);
  await ownerBrowser.page.goto('/settings?tab=invitations');
  await main(ownerBrowser.page).getByRole('button', { name: 'Invite User' }).first().click();
  const role = 'Visitor (view only, no account)';
  await fillInvitation(ownerBrowser.page, { email: EMAIL, role, folder: shared.name });

  await test.step('the link opens the folder without an account', async () => {
    await page.goto(await mailbox.waitForLink(EMAIL));
    await expect(heading(page, shared.name)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Visitor Mode' })).toContainText(EMAIL);
    await expect(main(page).getByText('View Only')).toBeVisible();
    const landing = page.getByRole('region', { name: 'Shared with you' });
    await expect(landing).toContainText(`shared ${shared.name} with you`);
    for (const fact of ['(7 days left)', '1 file', 'without downloads', 'Your views are recorded'])
      await expect(landing).toContainText(fact);
    await expect(landing).not.toContainText('1 folder');
    for (const name of ['Upload', 'New Folder', 'Edit folder name', 'Invite User'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
    await expect(page.getByText(secret.name, { exact: true })).toHaveCount(0);
  });

  await test.step('a reload opens the folder again', async () => {
    await page.reload();
    await expect(heading(page, shared.name)).toBeVisible();
    await expect(fileRow(page, agreement.name)).toBeVisible();
    await expect(fileRow(page, agreement.name).getByText('Restricted')).toBeVisible();
  });

  await test.step('questions are answered from the folder', async () => {
    await askUntilAnswered(page, SUPPLY_AGREEMENT.question, 'nine months');
    await pressEscape(page);
  });

  await test.step('nothing can be downloaded', async () => {
    await fileRow(page, agreement.name).getByRole('link', { name: 'View', exact: true }).click();
    await expect(heading(page, agreement.name)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Download File' })).toHaveCount(0);
    for (const way of ['download', 'view'])
      expect((await page.request.get(`/api/files/${agreement.id}/${way}`)).status(), way).toBe(403);
    expect((await page.request.get(`/api/folders/${secret.id}`)).status()).toBe(404);
  });

  await test.step('pages for users ask to sign in', async () => {
    for (const path of ['/settings', '/profile', '/admin', '/trash', '/file-views']) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/auth/);
    }
  });

  await test.step('leaving ends the visitor session', async () => {
    await page.goto(`/folder/${shared.id}`);
    await page.getByRole('banner').getByRole('button', { name: 'Visitor' }).click();
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toHaveCount(0);
    await expect(page.getByRole('menuitem', { name: 'Create an Account' })).toBeVisible();
    await page.getByRole('menuitem', { name: 'Exit Visitor Mode' }).click();
    await expect(findToasts(page, 'You have left visitor mode.')).toBeVisible();
    await page.goto(`/folder/${shared.id}`);
    await expect(page).toHaveURL(/\/auth/);
    expect((await page.request.get(`/api/files/${agreement.id}`)).status()).toBe(401);
  });

  await test.step('a revoked link opens nothing', async () => {
    await ownerBrowser.page.goto('/settings?tab=invitations');
    await chooseForInvitation(ownerBrowser.page, EMAIL, 'Revoke');
    await ownerBrowser.page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(findToasts(ownerBrowser.page, 'Invitation revoked')).toBeVisible();
    const link = await mailbox.waitForLink(EMAIL);
    consoleErrors.expectFailedRequest(`404 GET /api/invitations/${link.split('/').at(-1)}`);
    await page.goto(link);
    await expect(heading(page, 'Invalid or Expired Invitation')).toBeVisible();
  });
});

test('a visitor who may download gets the original file', { tag: '@full' }, async ({ page, newBrowser }) => {
  const ownerBrowser = await newBrowser();
  const { shared, agreement } = await makeOwner(ownerBrowser.api);
  const document = await makeSupplyAgreement();
  await page.goto(
    await ownerBrowser.api.invite(EMAIL, { folderIds: [shared.id], role: 'visitor', allowDownload: true }),
  );
  await fileRow(page, agreement.name).getByRole('link', { name: 'View', exact: true }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download File' }).click();
  const bytes = await readFile(await (await downloading).path());
  expect(bytes.equals(document.buffer)).toBe(true);
});

test('a visitor is signed out when the invitation is revoked', { tag: '@full' }, async ({
  page,
  consoleErrors,
  newBrowser,
}) => {
  const ownerBrowser = await newBrowser();
  const { shared, agreement } = await makeOwner(ownerBrowser.api);
  await page.goto(await ownerBrowser.api.invite(EMAIL, { folderIds: [shared.id], role: 'visitor' }));
  await expect(fileRow(page, agreement.name)).toBeVisible();
  const [invitation] = await (await ownerBrowser.page.request.get('/api/invitations')).json();
  await consoleErrors.waitForNetworkIdle();
  acceptRefusals(page, consoleErrors);
  await ownerBrowser.page.request.delete(`/api/invitations/${invitation.id}`);
  // The page may leave by itself, when its stream of changes ends.
  const view = fileRow(page, agreement.name).getByRole('link', { name: 'View', exact: true });
  await view.click({ timeout: 5_000 }).catch(() => {});
  await expect(page).toHaveURL(/\/auth/);
});

test('a page that is opened again after a visit has ended says that the access expired', async ({
  page,
  consoleErrors,
  newBrowser,
}) => {
  const ownerBrowser = await newBrowser();
  const { shared, agreement } = await makeOwner(ownerBrowser.api);
  await page.goto(await ownerBrowser.api.invite(EMAIL, { folderIds: [shared.id], role: 'visitor' }));
  await expect(fileRow(page, agreement.name)).toBeVisible();
  // Thumbnails that are on their way would be refused.
  await consoleErrors.waitForNetworkIdle();
  const [invitation] = await (await ownerBrowser.page.request.get('/api/invitations')).json();
  // An open page would say so by itself, and a reload after that says nothing.
  await page.goto('about:blank');
  await ownerBrowser.page.request.delete(`/api/invitations/${invitation.id}`);
  await page.goto(`/folder/${shared.id}`);
  await expect(page).toHaveURL(/\/auth/);
  const expired = findToasts(page, 'Visitor access expired');
  await expect(expired).toContainText('Your temporary access has expired.');
  await page.goto(`/folder/${shared.id}`);
  await expect(page).toHaveURL(/\/auth/);
  await expect(expired).toHaveCount(0);
});

test('a signed-in user must sign out before using a visitor link', { tag: '@full' }, async ({
  page,
  user: _,
  consoleErrors,
  newBrowser,
}) => {
  const ownerBrowser = await newBrowser();
  const { shared } = await makeOwner(ownerBrowser.api);
  const link = await ownerBrowser.api.invite(EMAIL, { folderIds: [shared.id], role: 'visitor' });
  const token = link.split('/').at(-1);
  // The automatic entry is rejected first, then the page that reports it.
  for (let i = 0; i < 2; i++) consoleErrors.expectFailedRequest(`409 GET /api/visitor/auth/${token}`);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Already Logged In' })).toBeVisible();
  await page.getByRole('button', { name: 'Log Out and Try Again' }).click();
  await expect(heading(page, shared.name)).toBeVisible();
  await expect(findToasts(page, 'Visitor Access Granted')).toBeVisible();
});

test('a visitor with several folders starts on the home page', { tag: '@full' }, async ({
  page,
  newBrowser,
}) => {
  const ownerBrowser = await newBrowser();
  const { shared, secret } = await makeOwner(ownerBrowser.api);
  const other = await ownerBrowser.api.createFolder('Annual Reports');
  await page.goto(
    await ownerBrowser.api.invite(EMAIL, { folderIds: [shared.id, other.id], role: 'visitor' }),
  );
  await expect(heading(page, 'Home')).toBeVisible();
  for (const { name } of [shared, other])
    await expect(main(page).getByRole('link', { name, exact: true })).toBeVisible();
  const landing = page.getByRole('region', { name: 'Shared with you' });
  await expect(landing).toContainText('shared 2 folders with you');
  await expect(page.getByText(secret.name, { exact: true })).toHaveCount(0);
  await expect(main(page).getByRole('button', { name: 'Upload Files' })).toHaveCount(0);
});

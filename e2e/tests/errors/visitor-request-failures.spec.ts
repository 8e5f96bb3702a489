import { expect, type Page } from '@playwright/test';
import type { BrowserApi } from '#server/testing/browser/browser-api.ts';
import { changeStart } from '../../support/actions/change-start.ts';
import { BAD_GATEWAY_RESPONSE, failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

async function invite(api: BrowserApi, role: 'visitor' | 'collaborator') {
  await api.register(newAccount());
  const folder = await api.createFolder('Sale of Northwind');
  const account = newAccount();
  const link = await api.invite(account.email, { folderIds: [folder.id], role });
  return { link, token: link.split('/').at(-1) ?? '', folder, account };
}

test('a visitor session that cannot start explains why', { tag: '@full' }, async ({
  page,
  consoleErrors,
  newBrowser,
}) => {
  const { token } = await invite((await newBrowser()).api, 'visitor');
  const stopFailing = await failRequest(page, consoleErrors, `GET /api/visitor/auth/${token}`);
  await page.goto(`/visitor-login/${token}`);
  await expect(heading(page, 'Invalid Invitation')).toBeVisible();
  await expect(findToasts(page, 'Error setting up visitor access')).toContainText(
    'There was a problem setting up your visitor session.',
  );
  await stopFailing();
  await page.route(`**/api/visitor/auth/${token}`, (route) => route.abort());
  await page.reload();
  await expect(heading(page, 'Access Error')).toBeVisible();
  await expect(page.getByText('Failed to establish visitor session')).toBeVisible();
  await page.unroute(`**/api/visitor/auth/${token}`);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(findToasts(page, 'Visitor Access Granted')).toBeVisible();
  await expect(page).toHaveURL(/\/folder\//);
  await consoleErrors.waitForNetworkIdle();
  // The open page would be refused what it asks for once the visit has ended.
  await page.goto('about:blank');
  await page.request.post('/api/visitor/logout');

  await failRequest(page, consoleErrors, 'GET /api/visitor/status');
  await page.goto('/visitor');
  await expect(findToasts(page, 'Visitor access error')).toContainText(
    'There was a problem with your visitor session.',
  );
  await page.goto('/visitor-debug');
  await page.getByRole('button', { name: 'Show Status' }).click();
  await expect(findToasts(page, 'Access Error')).toContainText('Failed to get visitor status');
  await failRequest(page, consoleErrors, 'POST /api/visitor/logout');
  await page.getByRole('button', { name: 'Clear Visitor Session' }).click();
  await expect(findToasts(page, 'Logout Failed')).toContainText('Not now.');
});

test('an invitation that the server could not check is not called invalid', { tag: '@full' }, async ({
  page,
  consoleErrors,
  newBrowser,
}) => {
  const { link, token } = await invite((await newBrowser()).api, 'collaborator');
  const stopFailing = await failRequest(
    page,
    consoleErrors,
    `GET /api/invitations/${token}`,
    BAD_GATEWAY_RESPONSE,
  );
  await page.goto(link);
  await expect(heading(page, 'Access Error')).toBeVisible();
  await stopFailing();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByLabel('Confirm Password')).toBeVisible();
});

test('an expired visitor session leads to the sign-in page', { tag: '@full' }, async ({
  page,
  newBrowser,
}) => {
  const { link, folder } = await invite((await newBrowser()).api, 'visitor');
  await page.goto(link);
  await expect(heading(page, folder.name)).toBeVisible();
  const expiresAt = new Date(Date.now() + 2000).toISOString();
  await changeStart(page, ({ visitor }) => ({
    visitor: visitor.isVisitor ? { ...visitor, expiresAt } : visitor,
  }));
  // The page asks the server when the end comes.
  await page.route('**/api/visitor/status', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), isVisitor: false } });
  });
  await page.reload();
  await expect(findToasts(page, 'Visitor access expired')).toContainText(
    'Your temporary access has expired.',
  );
  await expect(page).toHaveURL(/\/auth/);
});

test('a page that is opened again while the room is closed says that nothing is open', {
  tag: '@full',
}, async ({ page, newBrowser }) => {
  const owner = await newBrowser();
  const { link, folder } = await invite(owner.api, 'visitor');
  await owner.page.request.post('/api/rooms', { data: { folderId: folder.id } });
  await page.goto(link);
  await expect(heading(page, folder.name)).toBeVisible();
  await page.goto('about:blank');
  const room = `/api/rooms/${folder.id}`;
  const { version } = await (await owner.page.request.get(room)).json();
  await owner.page.request.post(`${room}/state`, { data: { state: 'closed', version } });
  await page.goto(`/folder/${folder.id}`);
  await expect(findToasts(page, 'Nothing is open to you at the moment')).toBeVisible();
  await expect(findToasts(page, 'Visitor access expired')).toHaveCount(0);
});

test('an invitation that a signed-in user could not accept yet is accepted later', { tag: '@full' }, async ({
  page,
  api,
  consoleErrors,
  newBrowser,
}) => {
  const { link, folder, account } = await invite((await newBrowser()).api, 'collaborator');
  await api.register(account);
  const stopFailing = await failRequest(
    page,
    consoleErrors,
    'POST /api/invitations/accept',
    BAD_GATEWAY_RESPONSE,
  );
  await page.goto(link);
  await expect(heading(page, 'Access Error')).toBeVisible();
  await stopFailing();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(heading(page, folder.name)).toBeVisible();
});

test('a failed registration by invitation shows the error', { tag: '@full' }, async ({
  page,
  consoleErrors,
  newBrowser,
}) => {
  const { link, account } = await invite((await newBrowser()).api, 'collaborator');
  const { username, password } = account;
  await failRequest(page, consoleErrors, 'POST /api/register-from-invitation');
  await page.goto(link);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(findToasts(page, 'Error creating account')).toContainText('Not now.');
});

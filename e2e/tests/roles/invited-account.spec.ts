import { expect, type Page } from '@playwright/test';
import type { BrowserApi } from '#server/testing/browser/browser-api.ts';
import type { Account } from '#server/testing/clients/api-client.ts';
import { administrator } from '../../support/fixtures/administrator.ts';
import { newAccount } from '../../support/fixtures/test.ts';
// Each test has a server of its own, whose settings it changes.
import { test } from '../../support/fixtures/test-with-mail.ts';

/** Creates an owner, and a function that invites an address to a folder of theirs and returns the link that they see. */
async function openOwner(browser: { page: Page; api: BrowserApi }) {
  const owner = newAccount();
  await browser.api.register(owner);
  const { id: folderId } = await browser.api.createFolder('Sale of Northwind');
  const invite = async (email: string): Promise<string> => {
    const data = { email, folderId, role: 'collaborator' };
    return (await (await browser.page.request.post('/api/invitations', { data })).json()).inviteUrl;
  };
  return { owner, invite };
}

async function completeRegistration(page: Page, { username, password }: Account): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
}

test('the mailed link verifies the address of a new account, and the link that the inviter sees does not', async ({
  mailbox,
  newBrowser,
}) => {
  const { invite } = await openOwner(await newBrowser());
  for (const way of ['mailed', 'shown']) {
    const invitee = newAccount();
    const shown = await invite(invitee.email);
    const { page } = await newBrowser();
    await page.goto(way === 'mailed' ? await mailbox.waitForLink(invitee.email) : shown);
    await completeRegistration(page, invitee);
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
    const user = await (await page.request.get('/api/user')).json();
    expect([way, user.emailVerified]).toEqual([way, way === 'mailed' ? undefined : false]);
  }
});

test('an invitation asks for no account that exists or that only administrators create, and names a taken username', async ({
  page,
  consoleErrors,
  newBrowser,
}) => {
  const { owner, invite } = await openOwner(await newBrowser());
  const [invitee, other] = [newAccount(), newAccount()];
  await (await newBrowser()).api.register(other);
  await page.goto(await invite(other.email));
  await expect(page.getByText('There is already an account with this address.')).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveCount(0);

  const admin = await newBrowser();
  await admin.api.signIn(administrator);
  const setRegistration = (registration: string) =>
    admin.page.request.patch('/api/admin/system-settings', { data: { registration } });
  await setRegistration('closed');
  await page.goto(await invite(invitee.email));
  await expect(page.getByText('Ask an administrator for one with this address')).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Sign In to Accept' })).toBeVisible();

  await setRegistration('invitation');
  await page.reload();
  await expect(page.getByLabel('Username')).toBeFocused();
  consoleErrors.expectFailedRequest('409 POST /api/register-from-invitation');
  await completeRegistration(page, { ...invitee, username: owner.username });
  await expect(page.getByText('This username is taken').first()).toBeVisible();
  await expect(page.getByLabel('Username')).toBeFocused();
});

import { expect, type Page } from '@playwright/test';
import type { BrowserApi } from '#server/testing/browser/browser-api.ts';
import type { Account } from '#server/testing/clients/api-client.ts';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { acceptRefusals } from '../../support/actions/accept-refusals.ts';
import { fileRow } from '../../support/actions/files-table.ts';
import { fillInvitation } from '../../support/actions/fill-invitation.ts';
import { leaveFolder } from '../../support/actions/leave-folder.ts';
import { pressEscape } from '../../support/actions/press-escape.ts';
import { askUntilAnswered } from '../../support/actions/search-bar.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { makeSupplyAgreement, SUPPLY_AGREEMENT } from '../../support/fixtures/sample-deal.ts';
import { newAccount } from '../../support/fixtures/test.ts';
import { test } from '../../support/fixtures/test-with-mail.ts';

const folderLink = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Folders' }).getByRole('link', { name, exact: true });
const panel = (page: Page) => page.getByRole('region', { name: 'Collaborators' });

/** Creates an owner with a folder to share and a private one. */
async function makeOwner(api: BrowserApi) {
  const owner = newAccount();
  await api.register(owner);
  await api.createFolder('Private');
  const shared = await api.createFolder('Sale of Northwind');
  const agreement = await api.upload(await makeSupplyAgreement(), { folderId: shared.id });
  return { owner, shared, agreement };
}

async function inviteFromPanel(page: Page, folderId: number, email: string): Promise<void> {
  await page.goto(`/folder/${folderId}`);
  await panel(page).getByRole('button', { name: 'Invite User' }).click();
  await fillInvitation(page, { email, role: 'Collaborator (edit access, account required)' });
  const dialog = page.getByRole('dialog', { name: 'Invitation created' });
  await expect(dialog.getByText('The link was sent by email.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
}

async function completeRegistration(page: Page, { username, password }: Account): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
}

test('an invited collaborator works in the folder until removed', async ({
  page,
  mailbox,
  consoleErrors,
  newBrowser,
}) => {
  const ownerBrowser = await newBrowser();
  const { owner, shared, agreement } = await makeOwner(ownerBrowser.api);
  const invitee = newAccount();
  await inviteFromPanel(ownerBrowser.page, shared.id, invitee.email);
  const link = await mailbox.waitForLink(invitee.email);

  await test.step('the link asks only for a name and a password', async () => {
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Complete Your Registration' })).toBeVisible();
    for (const detail of [invitee.email, 'Collaborator (Edit access)', shared.name, owner.username])
      await expect(page.getByRole('main').getByRole('definition').filter({ hasText: detail })).toBeVisible();
    await completeRegistration(page, invitee);
    await expect(findToasts(page, 'Account created')).toContainText(`Welcome, ${invitee.username}`);
  });

  await test.step('only the shared folder is visible', async () => {
    await expect(folderLink(page, shared.name)).toBeVisible();
    await expect(page.getByText('Private', { exact: true })).toHaveCount(0);
    await folderLink(page, shared.name).click();
    await askUntilAnswered(page, SUPPLY_AGREEMENT.question, 'nine months');
    await pressEscape(page);
  });

  await test.step("the collaborator adds files and renames the folder, but cannot change others' files", async () => {
    await page.getByRole('main').getByRole('button', { name: 'Upload', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Upload Documents' });
    await dialog.getByLabel('Choose Files').setInputFiles(makeText('Comments.txt', 'Clause 3 is too long.'));
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(fileRow(page, 'Comments.txt')).toBeVisible();
    await page.getByRole('button', { name: 'Edit folder name' }).click();
    await page.getByRole('dialog').getByLabel('Folder name').fill('Project Bearing');
    await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByRole('heading', { name: 'Project Bearing', level: 1 })).toBeVisible();
    await expect(panel(page)).toHaveCount(0);
    await page.getByRole('button', { name: `Actions for ${agreement.name}` }).click();
    await expect(page.getByRole('menuitem', { name: 'Preview' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
    await pressEscape(page);
  });

  await test.step('the owner sees the changes, and the link cannot be used again', async () => {
    await ownerBrowser.page.goto(`/folder/${shared.id}`);
    await expect(fileRow(ownerBrowser.page, 'Comments.txt')).toBeVisible();
    await expect(panel(ownerBrowser.page)).toContainText(invitee.email);
    const otherBrowser = await newBrowser();
    await otherBrowser.page.goto(link);
    await expect(otherBrowser.page).toHaveURL('/auth');
  });

  await test.step('a removed collaborator loses access at once', async () => {
    await panel(ownerBrowser.page)
      .getByRole('button', { name: `Remove ${invitee.username}` })
      .click();
    const confirm = ownerBrowser.page.getByRole('alertdialog', { name: 'Remove Collaborator' });
    await expect(confirm).toContainText('Are you sure you want to remove this collaborator?');
    acceptRefusals(page, consoleErrors, 404);
    await confirm.getByRole('button', { name: 'Remove' }).click();
    await expect(findToasts(ownerBrowser.page, 'Collaborator removed')).toBeVisible();
    await page.goto(`/folder/${shared.id}`);
    await expect(page.getByRole('heading', { name: 'Error loading folder' })).toBeVisible();
    for (const path of [`/api/files/${agreement.id}`, `/api/files/${agreement.id}/download`])
      expect((await page.request.get(path)).status(), path).toBe(404);
  });
});

test('an invitation is accepted by signing in', { tag: '@full' }, async ({ page, mailbox, newBrowser }) => {
  const ownerBrowser = await newBrowser();
  const { shared } = await makeOwner(ownerBrowser.api);
  const invitee = newAccount();
  await (await newBrowser()).api.register(invitee);
  await inviteFromPanel(ownerBrowser.page, shared.id, invitee.email);

  await page.goto(await mailbox.waitForLink(invitee.email));
  await expect(page.getByText('There is already an account with this address.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in to accept' }).click();
  await page.getByLabel('Username').fill(invitee.username);
  await page.getByLabel('Password', { exact: true }).fill(invitee.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: shared.name, level: 1 })).toBeVisible();
  await expect(findToasts(page, 'The invitation was accepted.')).toBeVisible();

  await leaveFolder(page, shared.name);
  expect((await page.request.get(`/api/folders/${shared.id}`)).status()).toBe(404);
});

test('an owner adds an existing user who confirmed the e-mail address', { tag: '@full' }, async ({
  page,
  api,
  mailbox,
  newBrowser,
}) => {
  const { shared } = await makeOwner(api);
  const invitee = newAccount();
  const otherBrowser = await newBrowser();
  await otherBrowser.api.register(invitee);
  await otherBrowser.page.goto(await mailbox.waitForLink(invitee.email, 'confirm-email'));
  await otherBrowser.page.getByRole('button', { name: 'Confirm Address' }).click();
  await expect(otherBrowser.page.getByText('Your address is confirmed')).toBeVisible();
  await page.goto(`/folder/${shared.id}`);
  await panel(page).getByLabel('Add a collaborator by email').fill('nobody');
  await panel(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(findToasts(page, 'Invalid email')).toContainText('Please enter a valid email address');
  await panel(page).getByLabel('Add a collaborator by email').fill(invitee.email);
  await panel(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(findToasts(page, 'Collaborator added')).toContainText(invitee.username);
  await otherBrowser.page.goto('/');
  await expect(folderLink(otherBrowser.page, shared.name)).toBeVisible();
});

test('the link of an accepted invitation leads home, or to sign-in', {
  tag: '@full',
}, async ({ page, newBrowser, consoleErrors }) => {
  const ownerBrowser = await newBrowser();
  const { shared } = await makeOwner(ownerBrowser.api);
  const invitee = newAccount();
  const link = await ownerBrowser.api.invite(invitee.email, { folderIds: [shared.id], role: 'collaborator' });
  await page.goto(link);
  await completeRegistration(page, invitee);
  await expect(findToasts(page, 'Account created')).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await consoleErrors.waitForNetworkIdle();
  await page.request.post('/api/logout');
  await page.goto(link);
  await expect(page).toHaveURL('/auth');
  await expect(page.getByLabel('Username')).toHaveValue(invitee.email);
  await page.getByLabel('Password', { exact: true }).fill(invitee.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
});

test('the panel of a subfolder lists inherited people', { tag: '@full' }, async ({ page, newBrowser }) => {
  const ownerBrowser = await newBrowser();
  const { shared } = await makeOwner(ownerBrowser.api);
  const invitee = newAccount();
  await page.goto(
    await ownerBrowser.api.invite(invitee.email, { folderIds: [shared.id], role: 'collaborator' }),
  );
  await completeRegistration(page, invitee);
  await expect(findToasts(page, 'Account created')).toBeVisible();
  await ownerBrowser.api.invite('buyer@example.com', { folderIds: [shared.id], role: 'visitor' });
  const below = await ownerBrowser.api.createFolder('Leases', shared.id);

  await ownerBrowser.page.goto(`/folder/${below.id}`);
  const person = (name: string) => panel(ownerBrowser.page).getByRole('listitem').filter({ hasText: name });
  await expect(person(invitee.username)).toContainText(`Inherited from ${shared.name}`);
  await expect(person('buyer@example.com')).toContainText(`Inherited from ${shared.name}`);
  await expect(panel(ownerBrowser.page)).not.toContainText('No collaborators yet.');
});

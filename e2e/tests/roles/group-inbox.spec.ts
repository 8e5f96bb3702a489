import { expect, type Page } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { listGroupMembers } from '#shared/contracts/rooms/groups/group-members.ts';
import { listGroups } from '#shared/contracts/rooms/groups/groups.ts';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');

test('a member sends a file to a folder that they do not see, and agrees to a publication', {
  tag: '@full',
}, async ({ page, user: _, api, newBrowser, consoleErrors }) => {
  const { id: roomId } = await api.createFolder('Project Otter');
  const finance = await api.createFolder('Finance', roomId);
  await api.createFolder('Offers', roomId);
  await api.upload(makeText('Budget.txt', 'Next year'), { folderId: finance.id });
  await page.goto(`/folder/${roomId}`);
  await page.getByRole('button', { name: 'Make This Folder a Room' }).click();
  await main(page).getByRole('link', { name: 'Groups' }).click();
  await page.getByLabel('Name of the new group').fill('Bidder A');
  await page.getByRole('button', { name: 'Create Group' }).click();
  await page.getByLabel('Add members to Bidder A').fill('ada@bidder.example');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('ada@bidder.example Visitor')).toBeVisible();

  await main(page).getByRole('link', { name: 'Permissions' }).click();
  const level = (folder: string) => page.getByLabel(`Bidder A in ${folder}`, { exact: true });
  await level('Offers').selectOption('Upload only');
  await expect(level('Offers')).toHaveValue('none add');
  await level('Finance').selectOption('View and add');
  await expect(level('Finance')).toHaveValue('view add');
  await expectAccessibleScreen(page, 'permissions with rights');

  const [group] = await api.call(listGroups, undefined, `/api/rooms/${roomId}/groups`);
  const [member] = await api.call(listGroupMembers, undefined, `/api/groups/${group?.id}/members`);
  const visitor = await newBrowser();
  await visitor.page.goto(member?.inviteUrl ?? '');
  await expect(visitor.page.getByRole('heading', { name: 'Send documents' })).toBeVisible();
  await expect(main(visitor.page).getByRole('link', { name: 'Offers' })).toHaveCount(0);
  await expectAccessibleScreen(visitor.page, 'home of a member who sends documents');
  const send = async (name: string) => {
    const answered = visitor.page.waitForResponse(
      (response) => response.url().endsWith('/api/files') && response.request().method() === 'POST',
    );
    const chooser = visitor.page.waitForEvent('filechooser');
    await visitor.page.getByRole('button', { name: 'Upload files to Offers' }).click();
    await (await chooser).setFiles([makeText(name, 'Our offer')]);
    await answered;
  };
  let stopFailing = await failRequest(visitor.page, consoleErrors, 'POST /api/files');
  await send('Offer.txt');
  await expect(findToasts(visitor.page, 'Failed to send the files')).toContainText('Not now.');
  await stopFailing();
  await visitor.page.getByRole('button', { name: 'Send Again: Offer.txt' }).click();
  await expect(visitor.page.getByText('1 file sent', { exact: true })).toBeVisible();
  await send('Terms.txt');

  await page.goto(`/rooms/${roomId}/groups`);
  await expect(page.getByRole('heading', { name: 'Inbox of Bidder A' })).toBeVisible();
  await expectAccessibleScreen(page, 'groups with an inbox');
  const accept = `POST /api/groups/${group?.id}/inbox/accept` as const;
  stopFailing = await failRequest(page, consoleErrors, accept);
  const acceptFirst = page.getByRole('button', { name: 'Accept Offer.txt', exact: true });
  await acceptFirst.click();
  await expect(findToasts(page, 'Failed to accept')).toContainText('Not now.');
  await stopFailing();
  await acceptFirst.click();
  await expect(page.getByText('1 file accepted', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Accept Terms.txt into another folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept Into Another Folder' });
  await dialog.getByText('Finance', { exact: true }).click();
  await expectAccessibleScreen(page, 'accept into another folder');
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('heading', { name: 'Inbox of Bidder A' })).toHaveCount(0);

  await page.goto(`/rooms/${roomId}/publish`);
  await page.getByLabel('Agreed by (optional)').selectOption('ada@bidder.example (Bidder A)');
  await expectAccessibleScreen(page, 'publish with a member who agrees');
  await page.getByRole('button', { name: 'Request Approval' }).click();
  await expect(page.getByText('asked ada@bidder.example')).toBeVisible();
  await api.upload(makeText('Plan.txt', 'Plan'), { folderId: finance.id });

  await visitor.page.reload();
  await expect(visitor.page.getByRole('heading', { name: 'Waiting for your agreement' })).toBeVisible();
  await expectAccessibleScreen(visitor.page, 'home of a member who is asked to agree');
  await visitor.page.getByRole('button', { name: 'Agree' }).click();
  await expect(visitor.page.getByRole('heading', { name: 'Waiting for your agreement' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('agreed by ada@bidder.example')).toBeVisible();

  await page.goto(`/rooms/${roomId}/groups`);
  await page.getByRole('button', { name: 'View as ada@bidder.example' }).click();
  await expect(page.getByRole('region', { name: 'View as' })).toContainText('ada@bidder.example');
  // Nothing can be changed in a view as somebody else.
  await expect(page.getByRole('button', { name: 'Upload files to Offers' })).toBeDisabled();
  await main(page).getByRole('link', { name: 'Finance' }).click();
  await expect(main(page).getByRole('heading', { name: 'Finance' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload Files' })).toBeDisabled();
});

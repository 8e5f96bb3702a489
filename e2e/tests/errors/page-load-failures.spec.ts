import { expect, type Page } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { changeStart } from '../../support/actions/change-start.ts';
import { BAD_GATEWAY_RESPONSE, failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');

test('each part of a page reports its own loading error', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const folder = await api.createFolder('Contracts');
  const file = await api.upload(makeText('a.txt', 'a'), { folderId: folder.id });
  await api.waitForExtraction(file.id);
  const stopFailing = [
    await failRequest(page, consoleErrors, 'GET /api/folders'),
    await failRequest(page, consoleErrors, `GET /api/folders/${folder.id}/collaborators`),
  ];
  await page.goto(`/folder/${folder.id}`);
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar.getByText('Failed to fetch folder tree')).toBeVisible();
  await expect(main(page).getByText('Failed to fetch folders. Not now.')).toBeVisible();
  await expect(main(page).getByText('Failed to fetch collaborators. Not now.')).toBeVisible();
  await page.goto('/profile');
  await expect(main(page).getByText('Failed to fetch folder tree. Not now.')).toBeVisible();
  await page.goto(`/folder/${folder.id}`);
  await expect(sidebar.getByText('Failed to fetch folder tree')).toBeVisible();
  // Everything that asks for the folders has failed, so that nothing asks again but the button.
  await expect(main(page).getByText('Failed to fetch folders. Not now.')).toBeVisible();
  await expect(main(page).getByText('Failed to fetch collaborators. Not now.')).toBeVisible();
  for (const again of stopFailing) await again();
  await sidebar.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('treeitem', { name: folder.name })).toBeVisible();

  const stopFailingFiles = await failRequest(page, consoleErrors, 'GET /api/files', BAD_GATEWAY_RESPONSE);
  await page.reload();
  await expect(main(page).getByText('Failed to fetch files. Bad Gateway')).toBeVisible();
  await expect(sidebar.getByText('Failed to fetch files')).toBeVisible();
  await stopFailingFiles();

  const stopFailingFolder = await failRequest(
    page,
    consoleErrors,
    `GET /api/folders/${folder.id}`,
    BAD_GATEWAY_RESPONSE,
  );
  await page.reload();
  await expect(main(page).getByText('Failed to fetch folder. Bad Gateway')).toBeVisible();
  await stopFailingFolder();

  await failRequest(page, consoleErrors, `GET /api/files/${file.id}`);
  await page.goto(`/file/${file.id}`);
  await expect(findToasts(page, 'Failed to fetch file')).toBeVisible();
  await expect(page).toHaveURL('/');

  await changeStart(page, () => ({ preferences: null }));
  await failRequest(page, consoleErrors, 'GET /api/user/preferences');
  await page.goto('/settings');
  await expect(main(page).getByText('Failed to fetch user preferences. Not now.')).toBeVisible();
});

test('each part of a group of a room names what failed to load', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const { id } = await api.createFolder('Project Otter');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  const created = await page.request.post(`/api/rooms/${id}/groups`, { data: { name: 'Bidder A' } });
  const { id: groupId } = await created.json();
  const stopFailing = [
    await failRequest(page, consoleErrors, `GET /api/groups/${groupId}/members`),
    await failRequest(page, consoleErrors, `GET /api/groups/${groupId}/inbox`),
  ];
  await page.goto(`/rooms/${id}/groups`);
  const notice = (part: string) =>
    main(page)
      .getByRole('alert')
      .filter({ hasText: `Failed to fetch ${part}. Not now.` });
  for (const part of ['members', 'the inbox']) await expect(notice(part)).toBeVisible();
  for (const again of stopFailing) await again();
  for (const part of ['members', 'the inbox']) {
    await notice(part).getByRole('button', { name: 'Try Again' }).click();
    await expect(notice(part)).toBeHidden();
  }
});

test('a failed purge keeps the trash unchanged', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const file = await api.upload(makeText('a.txt', 'a'));
  await page.request.delete(`/api/files/${file.id}`);
  const dialog = page.getByRole('alertdialog');
  await page.goto('/trash');
  await failRequest(page, consoleErrors, `DELETE /api/trash/files/${file.id}`);
  await page.getByRole('button', { name: 'Delete a.txt permanently' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(findToasts(page, 'Failed to delete permanently')).toContainText('Not now.');
  const stopFailing = await failRequest(page, consoleErrors, 'DELETE /api/trash');
  const empty = async () => {
    await main(page).getByRole('button', { name: 'Empty Trash' }).click();
    await dialog.getByRole('button', { name: 'Empty Trash' }).click();
  };
  await empty();
  await expect(findToasts(page, 'Failed to empty the trash')).toContainText('Not now.');
  await expect(main(page).getByText('a.txt')).toBeVisible();
  await stopFailing();
  await empty();
  await expect(findToasts(page, 'Trash emptied')).toContainText('1 permanently deleted.');
});

test('an invitation for another address is not accepted', { tag: '@full' }, async ({
  page,
  user: _,
  newBrowser,
}) => {
  const owner = await newBrowser();
  await owner.api.register(newAccount());
  const folder = await owner.api.createFolder('Contracts');
  const invitation = { folderIds: [folder.id], role: 'collaborator' } as const;
  await page.goto(await owner.api.invite(newAccount().email, invitation));
  await expect(findToasts(page, 'This invitation is for another address')).toBeVisible();
  await expect(page).toHaveURL('/');
});

import { expect } from '@playwright/test';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

test('failed changes of links show an error', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const folder = await api.createFolder('Contracts');
  await page.goto(`/folder/${folder.id}`);
  const links = page.getByRole('region', { name: 'Links' });
  await links.getByRole('button', { name: 'Create Link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Link' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Fund X');
  const stopFailing = await failRequest(page, consoleErrors, 'POST /api/links');
  await dialog.getByRole('button', { name: 'Create Link' }).click();
  await expect(findToasts(page, 'The link could not be saved')).toContainText('Not now.');
  await stopFailing();
  await dialog.getByRole('button', { name: 'Create Link' }).click();
  await expect(links.getByText('No visits yet')).toBeVisible();

  const [{ id }] = await (await page.request.get(`/api/links?kind=folder&id=${folder.id}`)).json();
  const choose = async (action: string) => {
    await expect(page.getByRole('menu')).toHaveCount(0);
    await links.getByRole('button', { name: 'Actions for Fund X' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const confirmRevocation = () =>
    page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await failRequest(page, consoleErrors, `PATCH /api/links/${id}`);
  await choose('Disable');
  await expect(findToasts(page, 'The link could not be changed')).toContainText('Not now.');
  const stopRefusing = await failRequest(page, consoleErrors, `DELETE /api/links/${id}`);
  await choose('Revoke');
  await confirmRevocation();
  await expect(findToasts(page, 'Failed to revoke link')).toContainText('Not now.');
  await stopRefusing();
  await page.reload();
  await choose('Revoke');
  await confirmRevocation();
  await expect(findToasts(page, 'Link revoked')).toContainText('Fund X');
});

test('an address that cannot be blocked stays', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const folder = await api.createFolder('Contracts');
  const targets = [{ kind: 'folder', id: folder.id }];
  const { id } = await (await page.request.post('/api/links', { data: { name: 'Fund X', targets } })).json();
  const link = await (await page.request.get(`/api/links/${id}`)).json();
  const visitor = {
    id: 1,
    email: 'guest@example.test',
    verified: true,
    visits: 1,
    views: 0,
    pages: 0,
    ms: 0,
  };
  const times = { firstVisitAt: link.createdAt, lastVisitAt: link.createdAt };
  // A server without mail creates no link that asks for the code.
  await page.route(`**/api/links/${id}`, (route) => route.fulfill({ json: { ...link, requireCode: true } }));
  await page.route(`**/api/links/${id}/visitors?*`, (route) =>
    route.fulfill({ json: [{ ...visitor, ...times }] }),
  );
  await failRequest(page, consoleErrors, `POST /api/links/${id}/block`);
  await page.goto(`/links/${id}`);
  await page.getByRole('button', { name: 'Block guest@example.test' }).click();
  await expect(findToasts(page, 'The address could not be blocked')).toContainText('Not now.');
});

test('failed changes of terms show an error', { tag: '@full' }, async ({ page, user: _, consoleErrors }) => {
  await page.goto('/settings?tab=terms');
  await page.getByRole('button', { name: 'Create Terms' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Terms' });
  await dialog.getByLabel('Name').fill('NDA');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Tell nobody.');
  const stopFailing = await failRequest(page, consoleErrors, 'POST /api/terms');
  await dialog.getByRole('button', { name: 'Create Terms' }).click();
  await expect(findToasts(page, 'The terms could not be saved')).toContainText('Not now.');
  await stopFailing();
  await dialog.getByRole('button', { name: 'Create Terms' }).click();
  await expect(page.getByRole('list', { name: 'Terms' })).toContainText('NDA');

  const [{ id }] = await (await page.request.get('/api/terms')).json();
  const remove = async () => {
    await page.getByRole('button', { name: 'Actions for NDA' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  };
  const stopRefusing = await failRequest(page, consoleErrors, `DELETE /api/terms/${id}`);
  await remove();
  await expect(findToasts(page, 'Failed to delete terms')).toContainText('Not now.');
  await stopRefusing();
  await page.reload();
  await remove();
  await expect(findToasts(page, 'Terms deleted')).toContainText('NDA');
});

test('a folder that cannot be left stays', { tag: '@full' }, async ({
  page,
  user,
  consoleErrors,
  newBrowser,
}) => {
  const owner = await newBrowser();
  await owner.api.register(newAccount());
  const folder = await owner.api.createFolder('Contracts');
  await owner.api.addCollaborator(folder.id, user.email);
  await failRequest(page, consoleErrors, `POST /api/folders/${folder.id}/leave`);
  await page.goto('/');
  await page.getByRole('button', { name: 'Actions for Contracts' }).click();
  await page.getByRole('menuitem', { name: 'Leave' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(findToasts(page, 'Failed to leave folder')).toContainText('Not now.');
});

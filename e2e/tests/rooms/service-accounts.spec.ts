import { expect } from '@playwright/test';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

test('a manager gives a program an account for a folder of the room, replaces its token and deletes it', {
  tag: '@full',
}, async ({ page, api, playwright, baseURL, consoleErrors }) => {
  await api.register(newAccount());
  const room = await api.createFolder('Northwind');
  await page.request.post('/api/rooms', { data: { folderId: room.id } });
  const legal = await (
    await page.request.post('/api/folders', { data: { name: 'Legal', parentId: room.id } })
  ).json();
  await page.goto(`/rooms/${room.id}/settings?tab=staff`);
  await expect(page.getByText('This room has no service accounts.')).toBeVisible();

  /** Returns the status that a token gets for a folder. */
  const statusWith = async (token: string, folderId: number): Promise<number> => {
    const request = await playwright.request.newContext({
      ...(baseURL !== undefined && { baseURL }),
      extraHTTPHeaders: { authorization: `Bearer ${token}` },
    });
    const response = await request.get(`/api/folders/${folderId}`);
    await request.dispose();
    return response.status();
  };
  const readToken = async (): Promise<string> => {
    const token = await page.getByLabel('API token', { exact: true }).textContent();
    await page.getByRole('button', { name: 'I Saved the Token' }).click();
    return token ?? '';
  };

  const token = await test.step('the token opens the folder alone', async () => {
    await page.getByRole('button', { name: 'Create Service Account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Service Account' });
    await dialog.getByLabel('Name').fill('Nightly report');
    await dialog.getByLabel('Applies to', { exact: true }).selectOption('Certain folders');
    await dialog.getByRole('checkbox', { name: 'Legal' }).check();
    await expectAccessibleScreen(page, 'create service account');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const created = await readToken();
    expect([await statusWith(created, legal.id), await statusWith(created, room.id)]).toEqual([200, 404]);
    return created;
  });

  const accounts = page.getByRole('list', { name: 'Service accounts' });
  const [{ id }] = await (await page.request.get(`/api/rooms/${room.id}/service-accounts`)).json();
  await test.step('a new token ends the one before', async () => {
    await expect(accounts).toContainText('For Legal');
    await expectAccessibleScreen(page, 'service accounts');
    const replace = page.getByRole('button', { name: 'New Token for Nightly report' });
    const stopFailing = await failRequest(page, consoleErrors, `POST /api/service-accounts/${id}/token`);
    await replace.click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(findToasts(page, 'Failed to replace the token')).toContainText('Not now.');
    await stopFailing();
    await replace.click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const renewed = await readToken();
    expect([await statusWith(token, legal.id), await statusWith(renewed, legal.id)]).toEqual([401, 200]);
  });

  const remove = async () => {
    await page.getByRole('button', { name: 'Delete Nightly report' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
  };
  const stopFailing = await failRequest(page, consoleErrors, `DELETE /api/service-accounts/${id}`);
  await remove();
  await expect(findToasts(page, 'Failed to delete the service account')).toContainText('Not now.');
  await stopFailing();
  await remove();
  await expect(page.getByText('This room has no service accounts.')).toBeVisible();
});

import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

test('a manager drafts a permission and a move, and another one approves them', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  newBrowser,
  consoleErrors,
}) => {
  const { id: roomId } = await api.createFolder('Project Heron');
  const inner = await api.createFolder('Finance', roomId);
  const other = await api.createFolder('Tax', roomId);
  const room = `/api/rooms/${roomId}` as const;
  await page.request.post('/api/rooms', { data: { folderId: roomId } });
  await api.upload(makeText('Lease.txt', 'Six months.'), { folderId: inner.id });
  for (const name of ['Bidder A', 'Bidder B']) await page.request.post(`${room}/groups`, { data: { name } });
  const colleague = newAccount();
  const second = await newBrowser();
  await second.api.register(colleague);
  const [{ id }] = await (await page.request.get(`/api/users?email=${colleague.email}`)).json();
  await page.request.put(`${room}/staff/${id}`, { data: { role: 'manager' } });
  await page.request.patch(room, { data: { settings: { publicationApproval: true } } });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await page.goto(`/rooms/${roomId}/permissions`);
  await expect(page.getByRole('checkbox', { name: 'Save changes as drafts' })).toBeChecked();
  await page.getByRole('combobox').first().selectOption('view');
  await expect(findToasts(page, 'The permission is a draft')).toBeVisible();
  await expectAccessibleScreen(page, 'permissions as drafts');

  await page.goto(`/folder/${roomId}`);
  await button('Actions for Tax').first().click();
  await page.getByRole('menuitem', { name: 'Move', exact: true }).click();
  await page.getByRole('dialog').getByText('Finance', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Move as a draft' }).check();
  let stopFailing = await failRequest(page, consoleErrors, `PATCH /api/folders/${other.id}`);
  await button('Move').click();
  await expect(findToasts(page, 'Failed to draft the move')).toContainText('Not now.');
  await stopFailing();
  await button('Move').click();
  await expect(findToasts(page, 'The move is a draft')).toBeVisible();

  await page.goto(`/rooms/${roomId}/publish`);
  const changes = page.getByRole('list', { name: 'Versions, moves and permissions' });
  await expect(changes).toContainText('Tax moves to Finance');
  await expectAccessibleScreen(page, 'drafts of moves and permissions');
  const { changes: drafted } = await (await page.request.get(`${room}/drafts`)).json();
  stopFailing = await failRequest(page, consoleErrors, `DELETE /api/drafts/${drafted[0].id}`);
  await page
    .getByRole('button', { name: /^Discard the draft for/ })
    .first()
    .click();
  await expect(findToasts(page, 'Failed to discard the draft')).toContainText('Not now.');
  await stopFailing();
  await button('Request Approval').click();
  await expect(findToasts(page, 'Approval is requested')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Publications' })).toContainText('Awaits approval');
  await expect(button('Approve')).toHaveCount(0);

  await second.page.goto(`/rooms/${roomId}/publish`);
  await expect(second.page.getByRole('list', { name: 'Publications' })).toContainText('Awaits approval');
  await expectAccessibleScreen(second.page, 'a publication to approve');
  const [{ id: publicationId }] = await (await page.request.get(`${room}/publications`)).json();
  const approve = second.page.getByRole('button', { name: 'Approve', exact: true });
  stopFailing = await failRequest(
    second.page,
    consoleErrors,
    `POST /api/publications/${publicationId}/decline`,
  );
  await second.page.getByRole('button', { name: 'Decline', exact: true }).click();
  await second.page.getByLabel('Reason').fill('Not yet');
  await second.page.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(findToasts(second.page, 'Failed to decline the publication')).toContainText('Not now.');
  await expect(second.page.getByLabel('Reason')).toHaveValue('Not yet');
  await second.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await stopFailing();
  stopFailing = await failRequest(
    second.page,
    consoleErrors,
    `POST /api/publications/${publicationId}/approve`,
  );
  await approve.click();
  await expect(findToasts(second.page, 'Failed to approve the publication')).toContainText('Not now.');
  await stopFailing();
  await approve.click();
  await expect(findToasts(second.page, 'The publication is approved')).toBeVisible();
  await expect(second.page.getByRole('list', { name: 'Publications' })).toContainText('Published');

  await page.goto(`/rooms/${roomId}/permissions`);
  await button('Copy a Column').click();
  await expect(page.getByRole('dialog')).toContainText('once this is published');
  await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(findToasts(page, 'The copied column is a draft')).toBeVisible();

  const late = await api.upload(makeText('Late.txt', 'Twelve months.'), { folderId: inner.id });
  await page.request.delete(`/api/files/${late.id}`);
  await page.goto('/trash');
  await page.getByRole('button', { name: 'Restore Late.txt' }).click();
  await expect(findToasts(page, 'Restored')).toContainText(
    'Late.txt. It is a draft, which groups see once it is published.',
  );
});

import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

test('failed publications and views of a room show an error', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const { id } = await api.createFolder('Project Otter');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  await page.request.post(`/api/rooms/${id}/groups`, { data: { name: 'Bidder A' } });
  await api.upload(makeText('Budget.txt', 'Next year'), { folderId: id });
  const expectFailure = (title: string) => expect(findToasts(page, title)).toContainText('Not now.');

  await page.goto(`/rooms/${id}/publish`);
  let stopFailing = await failRequest(page, consoleErrors, `PATCH /api/rooms/${id}`);
  await page.getByRole('switch', { name: 'New files and folders are drafts' }).click();
  await expectFailure('Failed to change the room');
  await stopFailing();
  stopFailing = await failRequest(page, consoleErrors, `POST /api/rooms/${id}/publications`);
  const time = page.getByLabel('Publish at (optional)');
  await time.fill('2099-01-01T18:00');
  // Loaded again after the refusal: the date stays, without which the same button would publish at once.
  await api.upload(makeText('Later.txt', 'In two years'), { folderId: id });
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expectFailure('Failed to publish');
  await stopFailing();
  await expect(page.getByRole('heading', { name: '2 files to publish' })).toBeVisible();
  await expect(time).toHaveValue('2099-01-01T18:00');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByRole('button', { name: 'Cancel Publication' })).toBeVisible();
  const [publication] = await (await page.request.get(`/api/rooms/${id}/publications`)).json();
  await failRequest(page, consoleErrors, `DELETE /api/publications/${publication.id}`);
  await page.getByRole('button', { name: 'Cancel Publication' }).click();
  await expectFailure('Failed to cancel the publication');

  await page.goto(`/rooms/${id}/groups`);
  stopFailing = await failRequest(page, consoleErrors, `POST /api/rooms/${id}/view-as`);
  await page.getByRole('button', { name: 'View as Bidder A' }).click();
  await expectFailure('Failed to view as the group');
  await stopFailing();
  await page.getByRole('button', { name: 'View as Bidder A' }).click();
  await expect(page.getByText('Viewing as Bidder A')).toBeVisible();
  await failRequest(page, consoleErrors, `DELETE /api/rooms/${id}/view-as`);
  await page.getByRole('button', { name: 'Stop Viewing' }).click();
  await expectFailure('Failed to stop viewing as the group');
});

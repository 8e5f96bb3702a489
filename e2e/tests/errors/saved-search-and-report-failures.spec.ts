import { expect } from '@playwright/test';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test-with-mail.ts';

test('a search is saved and deleted, and failures show an error', { tag: '@full' }, async ({
  page,
  user: _,
  consoleErrors,
}) => {
  const expectFailure = (title: string) => expect(findToasts(page, title)).toContainText('Not now.');
  let stopFailing = await failRequest(page, consoleErrors, 'POST /api/saved-searches');
  await page.goto('/search?q=change%20of%20control');
  const save = page.getByRole('button', { name: 'Save Search' });
  await save.click();
  await expectFailure('Failed to save the search');
  await stopFailing();
  await save.click();
  await expect(findToasts(page, 'Search saved')).toContainText('You get alerts about new documents.');
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeVisible();

  const [{ id }] = await (await page.request.get('/api/saved-searches')).json();
  await page.goto('/search');
  await expect(page.getByRole('heading', { name: 'Saved searches' })).toBeVisible();
  await expectAccessibleScreen(page, 'saved searches');
  stopFailing = await failRequest(page, consoleErrors, `PATCH /api/saved-searches/${id}`);
  await page.getByLabel('Alerts for change of control').click();
  await expectFailure('Failed to change the saved search');
  await stopFailing();
  stopFailing = await failRequest(page, consoleErrors, `DELETE /api/saved-searches/${id}`);
  const remove = page.getByRole('button', { name: 'Delete change of control' });
  await remove.click();
  await expectFailure('Failed to delete the saved search');
  await stopFailing();
  await remove.click();
  await expect(remove).toHaveCount(0);
});

test('rules of a group and weekly reports are saved, and failures show an error', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const { id } = await api.createFolder('Project Otter');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  const group = await (await page.request.post(`/api/rooms/${id}/groups`, { data: { name: 'Bank' } })).json();
  const expectFailure = (title: string) => expect(findToasts(page, title)).toContainText('Not now.');
  let stopFailing = await failRequest(page, consoleErrors, `PATCH /api/groups/${group.id}`);
  await page.goto(`/rooms/${id}/groups`);
  await page.getByText('Rules', { exact: true }).click();
  await page.getByLabel('Allowed email domains').fill('bank.example');
  await expectAccessibleScreen(page, 'rules of a group');
  const saveRules = page.getByRole('button', { name: 'Save Rules' });
  await saveRules.click();
  await expectFailure('Failed to save the group');
  await stopFailing();
  await saveRules.click();
  await expect(findToasts(page, 'The group is saved')).toBeVisible();

  stopFailing = await failRequest(page, consoleErrors, 'POST /api/reports');
  await page.goto(`/rooms/${id}/analytics`);
  const mail = page.getByRole('button', { name: 'Email Weekly' });
  await mail.click();
  await expectFailure('Failed to add the report');
  await stopFailing();
  await mail.click();
  const end = page.getByRole('button', { name: 'End the report: PDF every Monday at 08:00' });
  await expect(end).toBeVisible();
  await expect(page.getByText('Times are in the time zone of the room, UTC.')).toBeVisible();
  await expectAccessibleScreen(page, 'weekly report');
  const [report] = await (await page.request.get('/api/reports')).json();
  stopFailing = await failRequest(page, consoleErrors, `DELETE /api/reports/${report.id}`);
  await end.click();
  await expectFailure('Failed to end the report');
  await stopFailing();
  await end.click();
  await expect(end).toHaveCount(0);
});

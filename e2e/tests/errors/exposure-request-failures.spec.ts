import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

test('failed exposure checks and decisions show an error', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const { id } = await api.createFolder('Project Otter');
  const finance = await api.createFolder('Finance', id);
  await page.request.post('/api/rooms', { data: { folderId: id } });
  const groups = `/api/rooms/${id}/groups`;
  const group = await (await page.request.post(groups, { data: { name: 'Bidder A' } })).json();
  await page.goto(`/rooms/${id}/permissions`);
  await page.getByLabel('Bidder A in Finance', { exact: true }).selectOption('Original');
  await api.upload(makeText('Falcon.txt', 'Next year'), { folderId: finance.id });
  const expectFailure = (title: string) => expect(findToasts(page, title)).toContainText('Not now.');

  await page.goto(`/rooms/${id}/exposure/${group.id}`);
  await page.getByLabel('Names that must not appear').fill('Falcon');
  let stopFailing = await failRequest(page, consoleErrors, `PUT /api/rooms/${id}/exposure-settings`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectFailure('Failed to save names and questions');
  await stopFailing();
  await page.getByRole('button', { name: 'Save' }).click();
  const checks = `/api/groups/${group.id}/exposure-checks`;
  stopFailing = await failRequest(page, consoleErrors, `POST /api/groups/${group.id}/exposure-checks`);
  await page.getByRole('button', { name: 'Run Check' }).click();
  await expectFailure('Failed to start the check');
  await stopFailing();
  await page.getByRole('button', { name: 'Run Check' }).click();
  const accept = page.getByRole('button', { name: 'Accept Name Falcon.txt' });
  await expect(accept).toBeVisible({ timeout: 30_000 });
  const [check] = await (await page.request.get(checks)).json();
  const path = `/api/exposure-checks/${check.id}`;
  const [finding] = await (await page.request.get(`${path}/findings`)).json();
  stopFailing = await failRequest(
    page,
    consoleErrors,
    `POST /api/exposure-checks/${check.id}/findings/${finding.id}`,
  );
  await accept.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Public');
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expectFailure('Failed to save the decision');
  await stopFailing();
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(dialog).toHaveCount(0);
  await failRequest(page, consoleErrors, `POST /api/exposure-checks/${check.id}/sign-off`);
  await page.getByRole('button', { name: 'Sign Off' }).click();
  await dialog.getByRole('button', { name: 'Sign Off' }).click();
  await expectFailure('Failed to sign off');
});

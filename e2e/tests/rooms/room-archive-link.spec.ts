import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { unzip } from '#server/testing/unzip.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('a party downloads the archive of a closed room through a link, and its content gets a date', {
  tag: '@full',
}, async ({ page, user: _, api, browser }) => {
  const { id: roomId } = await api.createFolder('Project Heron');
  await page.request.post('/api/rooms', { data: { folderId: roomId } });
  await api.upload(makeText('Lease.txt', 'Six months.'), { folderId: roomId });
  const { version } = await (await page.request.get(`/api/rooms/${roomId}`)).json();
  await page.request.post(`/api/rooms/${roomId}/state`, { data: { state: 'closed', version } });

  await page.goto(`/rooms/${roomId}/evidence`);
  await page.getByRole('button', { name: 'Create Archive' }).click();
  await page.getByRole('button', { name: 'Create Link' }).click({ timeout: 30_000 });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('This is the whole room')).toBeVisible();
  await dialog.getByLabel('Name').fill('For the buyer');
  await dialog.getByLabel('Visitors confirm').selectOption({ label: 'Their email address, unverified' });
  await expectAccessibleScreen(page, 'link to an archive');
  await dialog.getByRole('button', { name: 'Create Link' }).click();
  await expect(dialog).toBeHidden();
  const [{ url }] = await (await page.request.get('/api/links')).json();

  const context = await browser.newContext();
  const party = await context.newPage();
  await party.goto(url);
  await party.getByLabel('Your email address').fill('party@example.test');
  await party.getByRole('button', { name: 'Continue' }).click();
  const offered = party.getByRole('region', { name: 'Shared with you' });
  await expect(offered).toContainText('Archive of Project Heron');
  await expectAccessibleScreen(party, 'archive for a party');
  const downloading = party.waitForEvent('download');
  await offered.getByRole('link', { name: 'Download Archive' }).click();
  const entries = await unzip(await readFile(await (await downloading).path()));
  expect(entries.map(({ path }) => path)).toContain('files/Lease.txt');
  await context.close();

  await page.goto(`/rooms/${roomId}/settings?tab=close`);
  await page.getByLabel('Remove the content on').fill('2099-03-01');
  await page.getByRole('button', { name: 'Set Date' }).click();
  await expect(page.getByText('The content is removed from Mar 1, 2099 on')).toBeVisible();
  await expectAccessibleScreen(page, 'date of a closed room');
  await page.getByRole('button', { name: 'Keep Content' }).click();
  await expect(page.getByText('No date is set')).toBeVisible();
});

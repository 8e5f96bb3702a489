import { expect, type Page } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');

test('a manager publishes drafts, views the room as a group and sees who can open a file', {
  tag: '@full',
}, async ({ page, user: _, api }) => {
  const { id: roomId } = await api.createFolder('Project Otter');
  const finance = await api.createFolder('Finance', roomId);
  await page.request.post('/api/rooms', { data: { folderId: roomId } });
  await page.request.post(`/api/rooms/${roomId}/groups`, { data: { name: 'Bidder A' } });
  await page.goto(`/rooms/${roomId}/permissions`);
  const level = page.getByLabel('Bidder A in Finance', { exact: true });
  await level.selectOption('Original');
  await expect(level).toHaveValue('original');
  await api.upload(makeText('Budget.txt', 'Next year'), { folderId: finance.id });
  await page.goto(`/folder/${finance.id}`);
  await expect(main(page).getByText('Draft', { exact: true })).toBeVisible();

  const viewAs = async () => {
    await page.goto(`/rooms/${roomId}/groups`);
    await page.getByRole('button', { name: 'View as Bidder A' }).click();
    await expect(page.getByText('Viewing as Bidder A')).toBeVisible();
    await main(page).getByRole('link', { name: 'Finance' }).click();
    await expect(page).toHaveURL(/\/folder\//);
    await expect(page.getByRole('heading', { name: 'Finance', level: 1 })).toBeVisible();
  };
  await viewAs();
  await expect(main(page).getByText('Budget.txt')).toHaveCount(0);
  await expectAccessibleScreen(page, 'view as a group');
  await page.getByRole('button', { name: 'Stop Viewing' }).click();
  await expect(page.getByRole('heading', { name: 'Groups' })).toBeVisible();

  await main(page).getByRole('link', { name: 'Publish' }).click();
  await expect(main(page).getByText('Bidder A gains 1 file')).toBeVisible();
  await expectAccessibleScreen(page, 'drafts of a room');
  await page.getByLabel('Publish at (optional)').fill('2099-01-01T18:00');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect(findToasts(page, 'The publication is scheduled')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel Publication' }).click();
  await page.getByRole('button', { name: 'Publish Now' }).click();
  await expect(findToasts(page, 'The drafts are published')).toBeVisible();
  await expect(main(page).getByText('No drafts')).toBeVisible();
  await viewAs();
  // A view that is recorded after the end of the session would be refused.
  const recorded = page.waitForResponse(
    (response) => response.url().endsWith('/views') && response.request().method() === 'POST',
  );
  await main(page).getByRole('link', { name: 'Budget.txt' }).dblclick();
  await expect(main(page).getByText('Next year')).toBeVisible();
  await recorded;
  await page.getByRole('button', { name: 'Stop Viewing' }).click();
  await expect(page.getByRole('heading', { name: 'Groups' })).toBeVisible();

  await page.goto(`/folder/${finance.id}`);
  await main(page).getByRole('link', { name: 'Budget.txt' }).press('Enter');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Who Can See This' }).click();
  await expect(page.getByRole('dialog').getByText('Works in the folder')).toBeVisible();
  await expectAccessibleScreen(page, 'who can see a file');
});

test('while a manager views as a group, pages of the staff lead home, where it can be stopped', {
  tag: '@full',
}, async ({ page, user: _, api }) => {
  const { id } = await api.createFolder('Deal');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  await page.request.post(`/api/rooms/${id}/groups`, { data: { name: 'Bidder A' } });
  await page.goto(`/rooms/${id}/groups`);
  await page.getByRole('button', { name: 'View as Bidder A' }).click();
  await expect(page.getByText('Viewing as Bidder A')).toBeVisible();
  await page.goto(`/rooms/${id}/permissions`);
  await expect(page.getByText('Viewing as Bidder A')).toBeVisible();
  await expect(page).toHaveURL('/');
  await page.getByRole('button', { name: 'Stop Viewing' }).click();
  await expect(page).toHaveURL(`/rooms/${id}/groups`);
});

import { expect, type Page } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');

test('a manager checks what a group would learn, decides the findings and signs off', {
  tag: '@full',
}, async ({ page, user: _, api }) => {
  const { id: roomId } = await api.createFolder('Project Otter');
  const finance = await api.createFolder('Finance', roomId);
  await page.request.post('/api/rooms', { data: { folderId: roomId } });
  await page.request.post(`/api/rooms/${roomId}/groups`, { data: { name: 'Bidder A' } });
  await page.goto(`/rooms/${roomId}/permissions`);
  await page.getByLabel('Bidder A in Finance', { exact: true }).selectOption('Original');
  const letter = 'Falcon pays to DE89 3704 0044 0532 0130 00. Questions to ada@example.test.';
  await api.upload(makeText('Letter.txt', letter), { folderId: finance.id });

  const iban = main(page).getByText('DE89 3704 0044 0532 0130 00', { exact: true });
  await page.goto(`/rooms/${roomId}/groups`);
  await main(page).getByRole('link', { name: 'Exposure Check' }).click();
  await page.getByLabel('Names that must not appear').fill('Falcon');
  await page.getByLabel('Test questions').fill('Who gets money?');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(findToasts(page, 'Names and questions saved')).toBeVisible();
  const run = async () => {
    await page.getByRole('button', { name: /Run Check|Check Again/ }).click();
    await expect(main(page).getByRole('button', { name: 'Check Again' })).toBeVisible({ timeout: 30_000 });
  };
  await run();
  // The text of an upload may not be extracted yet.
  await expect(async () => {
    if ((await iban.count()) === 0) await run();
    await expect(iban).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(main(page).getByText('New', { exact: true }).first()).toBeVisible();
  await expectAccessibleScreen(page, 'exposure check');

  await page.getByRole('button', { name: 'Accept IBAN DE89 3704 0044 0532 0130 00' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('A public account');
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await expect(iban).toHaveCount(0);
  const lowering = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Lower Access' }).first().click();
  const grid = await lowering;
  const cell = grid.getByLabel('Bidder A in Letter.txt', { exact: true });
  await expect(cell).toBeFocused();
  await cell.selectOption('None');
  await expect(cell).toHaveValue('none');
  await grid.close();
  // Looking at the permissions decides nothing.
  await page
    .getByRole('button', { name: /^Mark as Lowered/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Sign Off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Off' }).click();
  await expect(findToasts(page, 'The check is signed off')).toBeVisible();
  await expect(main(page).getByText('Signed off', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Check Again' }).click();
  const others = page.getByRole('region', { name: 'Other checks' });
  const signedOff = others.getByRole('listitem').filter({ hasText: 'Signed off' });
  await signedOff.getByRole('button', { name: /^Open the check of/ }).click();
  await expect(page.getByText('This is an earlier check.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Earlier check', exact: true })).toBeFocused();
  await expect(signedOff).toHaveCount(0);
  await expect(main(page).getByText('Signed off', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check Again' })).toHaveCount(0);
  await expectAccessibleScreen(page, 'earlier exposure check');
  // The address opens it again.
  await expect(page).toHaveURL(/\/exposure\/\d+\?check=\d+$/);
  await page.reload();
  await expect(page.getByText('This is an earlier check.')).toBeVisible();
  await page.getByRole('button', { name: 'Newest Check' }).click();
  await expect(page.getByRole('region', { name: 'Newest check', exact: true })).toBeFocused();
  await expect(page).toHaveURL(/\/exposure\/\d+$/);
  await expect(signedOff).toBeVisible();
});

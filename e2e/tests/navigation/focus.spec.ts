import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { pressEscape } from '../../support/actions/press-escape.ts';
import { ask } from '../../support/actions/search-bar.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { makeSupplyAgreement, SUPPLY_AGREEMENT } from '../../support/fixtures/sample-deal.ts';
import { test } from '../../support/fixtures/test.ts';

// A menu that closes is animated while the next one opens.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('the first Tab on a page leads to the skip link', async ({ page, user: _ }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
});

test('a folder created with the key n has the focus', { tag: '@full' }, async ({ page, user: _ }) => {
  await page.goto('/');
  const dialog = page.getByRole('dialog', { name: 'Create New Folder' });
  await expect(page.getByText('No folders found')).toBeVisible();
  await page.keyboard.press('n');
  await expect(dialog.getByLabel('Folder name')).toBeFocused();
  await page.keyboard.type('Contracts');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main').getByRole('link', { name: 'Contracts' })).toBeFocused();
});

test('Escape closes a dialog before a toast that appeared over it', async ({
  page,
  user: _,
  consoleErrors,
}) => {
  await page.goto('/');
  await expect(page.getByText('No folders found')).toBeVisible();
  await page.route('**/api/folders', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    return route.fulfill({ status: 500, json: { error: 'Not now.', code: 'internal' } });
  });
  consoleErrors.expectFailedRequest('500 POST /api/folders');
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Create New Folder' });
  await dialog.getByLabel('Folder name').fill('Contracts');
  await page.keyboard.press('Enter');
  await expect(findToasts(page, 'Failed to create folder')).toBeVisible();
  await pressEscape(page);
  await page
    .getByRole('alertdialog', { name: 'Discard Changes' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await expect(dialog).toBeHidden();
  await expect(findToasts(page, 'Failed to create folder')).toBeVisible();
});

test('the arrow keys lead into the results, and Back from one restores them', async ({
  page,
  user: _,
  api,
}) => {
  const { id, name } = await api.upload(await makeSupplyAgreement());
  await api.upload(makeText('Other.txt', 'Dear all'));
  await api.waitForSearchResult(SUPPLY_AGREEMENT.question, id);
  await page.goto('/');
  await ask(page, SUPPLY_AGREEMENT.question);
  const results = page.getByRole('region', { name: 'Search results' });
  const citation = results.getByRole('region', { name: 'Citations' }).getByRole('link').first();
  await expect(citation).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(results.getByRole('button', { name }).first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(citation).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByPlaceholder('Ask about your documents...')).toHaveValue(SUPPLY_AGREEMENT.question);
  await expect(citation).toBeVisible();
  await results.getByRole('button', { name: 'Close results' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await expect(page.getByPlaceholder('Ask about your documents...')).toHaveValue('');
});

test('a menu that opens while another one closes stays open', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  for (const name of ['Contracts', 'Finance']) await api.createFolder(name);
  await page.goto('/');
  const menuOf = (name: string) =>
    page.getByRole('main').getByRole('button', { name: `Actions for ${name}` });
  // Loads the code of menus; closing is animated for a moment.
  await menuOf('Contracts').click();
  await expect(page.getByRole('menu')).toBeVisible();
  // Both at once, before the animation ends: as somebody does who presses Escape and clicks quickly.
  await menuOf('Finance').evaluate((button: HTMLElement) => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    button.focus();
    button.click();
  });
  await expect(page.getByRole('menu', { name: 'Actions for Finance' })).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(1);
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  await expect(page.getByRole('menu', { name: 'Actions for Finance' })).toBeVisible();
  await expect(page.getByRole('menu', { name: 'Actions for Finance' }).locator(':focus')).toHaveCount(1);
});

test('what gets the focus on a phone is not behind the bar of actions', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const { id } = await api.createFolder('Contracts');
  for (let number = 1; number <= 8; number += 1)
    await api.upload(makeText(`Contract ${number}.txt`, 'The rent'), { folderId: id });
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(`/folder/${id}`);
  await page.getByRole('button', { name: 'Upload', exact: true }).last().waitFor();
  const field = page.getByLabel('Add a collaborator by email');
  await field.waitFor();
  const isUncovered = await field.evaluate((element) => {
    // It is in the window, but covered: a browser scrolls to what is outside by itself.
    window.scrollBy({ top: element.getBoundingClientRect().bottom - innerHeight, behavior: 'instant' });
    element.focus();
    const { left, right, bottom } = element.getBoundingClientRect();
    return document.elementFromPoint((left + right) / 2, bottom - 2) === element;
  });
  expect(isUncovered).toBe(true);
});

test('what gets the focus is not behind the navigation bar', { tag: '@full' }, async ({ page, user: _ }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto('/settings?tab=security');
  const button = page.getByRole('main').getByRole('button', { name: 'Create API Token' });
  await button.waitFor();
  const isUncovered = await button.evaluate((element) => {
    window.scrollBy({ top: element.getBoundingClientRect().top, behavior: 'instant' });
    element.focus();
    const { left, top } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + 10, top + 10));
  });
  expect(isUncovered).toBe(true);
});

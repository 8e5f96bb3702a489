import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { pressEscape } from '../../support/actions/press-escape.ts';
import { tabTo } from '../../support/actions/tab-to.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

test('a user signs in, creates a folder, uploads and reads by keyboard only', async ({
  page,
  newBrowser,
}) => {
  const account = newAccount();
  await (await newBrowser()).api.register(account);
  const main = page.getByRole('main');
  await page.goto('/auth');

  await test.step('sign in', async () => {
    await expect(page.getByLabel('Username')).toBeFocused();
    await page.keyboard.type(account.username);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(account.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  });

  await test.step('cancel creating a folder, then create it', async () => {
    const newFolder = main.getByRole('button', { name: 'New Folder' }).first();
    const dialog = page.getByRole('dialog', { name: 'Create New Folder' });
    await tabTo(page, newFolder);
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Folder name')).toBeFocused();
    await pressEscape(page);
    await expect(dialog).toBeHidden();
    await expect(newFolder).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Folder name')).toBeFocused();
    await page.keyboard.type('Contracts');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(newFolder).toBeFocused();
  });

  await test.step('open the folder', async () => {
    await tabTo(page, main.getByRole('link', { name: 'Contracts' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Contracts', level: 1 })).toBeVisible();
  });

  // Chromium cancels a file chooser that opens before Playwright has finished listening.
  const choosing = page.waitForEvent('filechooser');
  await test.step('upload a file', async () => {
    const upload = main.getByRole('button', { name: 'Upload', exact: true }).first();
    const dialog = page.getByRole('dialog', { name: 'Upload Documents' });
    await tabTo(page, upload);
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Choose Files' }));
    await page.keyboard.press('Enter');
    await (await choosing).setFiles(makeText('Letter.txt', 'Dear all'));
    await tabTo(page, dialog.getByRole('button', { name: 'Upload', exact: true }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(upload).toBeFocused();
  });

  await test.step('open the file in the preview, then in full', async () => {
    const file = main.getByRole('table').getByRole('link', { name: 'Letter.txt' });
    await tabTo(page, file);
    await page.keyboard.press('Space');
    await expect(page.getByRole('complementary', { name: 'Letter.txt' })).toBeVisible();
    await expect(file).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Letter.txt', level: 1 })).toBeVisible();
    await expect(main.getByText('Dear all')).toBeVisible();
  });
});

test('a menu is operated by keyboard and restores the focus', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  await api.upload(makeText('Letter.txt', 'Dear all'));
  await page.goto('/');
  const trigger = page.getByRole('main').getByRole('button', { name: 'Actions for Letter.txt' });
  // The row is rendered again when its file has been indexed.
  await expect(page.getByRole('main').getByText('Indexing…')).toBeHidden();
  await tabTo(page, trigger);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
  await pressEscape(page);
  await expect(trigger).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
  for (const name of ['Upload New Version', 'Move', 'Delete']) {
    await page.keyboard.press('ArrowDown');
    // The menu moves the focus asynchronously: an immediate second key would start at the same item.
    await expect(page.getByRole('menuitem', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Delete File' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await pressEscape(page);
  await expect(dialog).toBeHidden();
  await expect(trigger).toBeFocused();
});

test('a tooltip does not cover an open menu', { tag: '@full' }, async ({ page, user: _, api }) => {
  await api.upload(makeText('Letter.txt', 'Dear all'));
  await page.goto('/');
  await expect(page.getByRole('main').getByText('Indexing…')).toBeHidden();
  const button = page.getByRole('main').getByRole('button', { name: 'Actions for Letter.txt' });
  const tooltip = page.getByRole('tooltip');
  await button.hover();
  await expect(tooltip).toBeVisible();
  await button.click();
  await expect(page.getByRole('menu')).toBeVisible();
  // The pointer returns to the button and stays longer than the delay of a tooltip.
  await page.getByRole('main').hover({ position: { x: 10, y: 10 } });
  await button.hover();
  await button.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)));
  await expect(tooltip).toBeHidden();
  await pressEscape(page);
  await expect(page.getByRole('menu')).toBeHidden();
});

test('arrow keys move through lists and the folder tree', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await api.upload(makeText(name, name));
  const parent = await api.createFolder('Contracts');
  await api.createFolder('Leases', parent.id);
  await page.goto('/');
  const file = (name: string) => page.getByRole('table').getByRole('link', { name });
  await tabTo(page, file('c.txt'));
  await page.keyboard.press('ArrowDown');
  await expect(file('b.txt')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(file('a.txt')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(file('b.txt')).toBeFocused();

  const node = (name: string) => page.getByRole('treeitem', { name, exact: true });
  await tabTo(page, node('Contracts'), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(node('Leases')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(node('Leases')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Contracts', level: 1 })).toBeVisible();
});

test('the slash key focuses search and Escape closes the results', { tag: '@full' }, async ({
  page,
  user: _,
}) => {
  await page.goto('/');
  const question = page.getByPlaceholder('Ask about your documents...');
  await expect(question).toBeVisible();
  await page.keyboard.press('/');
  await expect(question).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(findToasts(page, 'Empty search')).toContainText('Please enter a question to search');
  await page.keyboard.type('Who pays?');
  await page.keyboard.press('Enter');
  const results = page.getByRole('region', { name: 'Search results' });
  await expect(results.getByText('No answer found in the documents you can see')).toBeVisible();
  await pressEscape(page);
  await expect(results).toBeHidden();
  await expect(question).toBeFocused();
});

test('the skip link moves the focus to the main content', { tag: '@full' }, async ({ page, user: _ }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }), 'Shift+Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

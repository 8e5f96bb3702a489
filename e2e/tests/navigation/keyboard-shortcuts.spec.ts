import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { pressEscape } from '../../support/actions/press-escape.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('the command palette opens folders and files and runs commands', async ({ page, user: _, api }) => {
  await api.createFolder('Contracts');
  await api.upload(makeText('Lease of the harbour.txt', 'Dear all'));
  await page.goto('/');
  await expect(page.getByRole('treeitem', { name: 'Contracts' })).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('harbour lease');
  await expect(palette.getByRole('option')).toHaveText(['Lease of the harbour.txt']);
  await expectAccessibleScreen(page, 'command palette');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Lease of the harbour.txt', level: 1 })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('contr');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Contracts', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new fold');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Create New Folder' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette).toBeHidden();
  await pressEscape(page);
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('option').first()).toContainText('Ask about your documents');
  await page.keyboard.type('no such thing at all');
  await expect(palette.getByText('No results')).toBeVisible();
  await pressEscape(page);
  await expect(palette).toBeHidden();
});

test('single-key shortcuts work and can be turned off', { tag: '@full' }, async ({ page, user: _ }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  const sheet = page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
  const newFolder = page.getByRole('dialog', { name: 'Create New Folder' });
  await page.keyboard.press('n');
  await expect(newFolder.getByLabel('Folder name')).toBeFocused();
  await page.keyboard.type('nubh');
  await expect(newFolder.getByLabel('Folder name')).toHaveValue('nubh');
  await pressEscape(page);
  const discard = page.getByRole('alertdialog', { name: 'Discard Changes' });
  await discard.getByRole('button', { name: 'Discard' }).click();
  await expect(discard).toBeHidden();
  await expect(newFolder).toBeHidden();

  await page.keyboard.press('?');
  const onPage = sheet.getByRole('region', { name: 'On this page' });
  await expect(onPage.getByText('New Folder')).toBeVisible();
  await expect(onPage.getByText('Go to Home')).toBeHidden();
  await expect(sheet.getByRole('region', { name: 'Everywhere' }).getByText('Go to Home')).toBeVisible();
  await expectAccessibleScreen(page, 'shortcuts');
  await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
  await expect(sheet.getByText('New Folder')).toBeHidden();
  await pressEscape(page);
  await expect(sheet).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await page.keyboard.press('n');
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('keyboard');
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('switch', { name: 'Single-key shortcuts' })).not.toBeChecked();
  await expect(newFolder).toBeHidden();
});

test('Enter opens a file where the browser reports the click of a key as one of the mouse, as Firefox does', async ({
  page,
  user: _,
  api,
}) => {
  await api.upload(makeText('Lease.txt', 'Dear all'));
  await page.addInitScript(() =>
    addEventListener(
      'click',
      (event) => {
        if (!event.isTrusted || event.detail !== 0) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        event.target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
      },
      true,
    ),
  );
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Lease.txt' }).press('Enter');
  await expect(page).toHaveURL(/\/file\//);
  await expect(page.getByRole('heading', { name: 'Lease.txt', level: 1 })).toBeVisible();
});

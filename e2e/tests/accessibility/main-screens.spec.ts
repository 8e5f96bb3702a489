import { expect, type Page } from '@playwright/test';
import { chooseFromRow, fileRow } from '../../support/actions/files-table.ts';
import { expectHighlightedPassage } from '../../support/actions/pdf-viewer.ts';
import { pressEscape } from '../../support/actions/press-escape.ts';
import { ask } from '../../support/actions/search-bar.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import {
  expectAccessibleScreen,
  expectNoHorizontalScroll,
} from '../../support/appearance/expect-accessible.ts';
import { createSampleDeal, SUPPLY_AGREEMENT } from '../../support/fixtures/sample-deal.ts';
import { test } from '../../support/fixtures/test.ts';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 380, height: 800 };
const WIDE_DESKTOP = { width: 2560, height: 1440 };

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

async function close(page: Page): Promise<void> {
  await pressEscape(page);
  await expect(
    page.getByRole('dialog').or(page.getByRole('alertdialog')).or(page.getByRole('menu')),
  ).toHaveCount(0);
}

// Motion is reduced, since axe would measure elements amid an animation.
test.use({ viewport: DESKTOP, contextOptions: { reducedMotion: 'reduce' } });

test('the sign-in pages are accessible at three widths', { tag: '@full' }, async ({ page }) => {
  for (const viewport of [DESKTOP, PHONE, WIDE_DESKTOP]) {
    await page.setViewportSize(viewport);
    await page.goto('/auth');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessibleScreen(page, 'sign-in');
    await page.goto('/auth?mode=register');
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible();
    await expectAccessibleScreen(page, 'registration');
    await page.goto('/no/such/page');
    await expect(heading(page, '404 Page Not Found')).toBeVisible();
    await expectAccessibleScreen(page, 'not found');
  }
});

test('empty and not-found states are accessible', { tag: '@full' }, async ({
  page,
  user: _,
  consoleErrors,
}) => {
  await page.goto('/');
  await expect(main(page).getByText('No files found')).toBeVisible();
  await expectAccessibleScreen(page, 'empty home');
  await ask(page, 'Who pays?');
  await expect(page.getByRole('region', { name: 'Search results' }).getByText('No answer')).toBeVisible();
  await expectAccessibleScreen(page, 'nothing found');
  for (const line of ['/api/folders/999999', '/api/files', '/api/files/999999'])
    consoleErrors.expectFailedRequest(`404 GET ${line}`);
  await page.goto('/folder/999999');
  await expect(heading(page, 'Error loading folder')).toBeVisible();
  await expectAccessibleScreen(page, 'folder not found');
  await page.goto('/file/999999');
  await expect(page.getByText('File Not Found')).toBeVisible();
  await expectAccessibleScreen(page, 'file not found');
});

test('the home page, folder, search and viewer are accessible at three widths', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const { contractsId, agreementId, fileIds } = await createSampleDeal(api);
  for (const id of fileIds) await api.waitForExtraction(id);
  await api.waitForSearchResult(SUPPLY_AGREEMENT.question, agreementId);
  const visitEach = async (check: (name: string) => Promise<void>) => {
    await page.goto('/');
    await expect(fileRow(page, 'Headcount.csv')).toBeVisible();
    await check('home');
    await page.goto(`/folder/${contractsId}`);
    await expect(fileRow(page, SUPPLY_AGREEMENT.name)).toBeVisible();
    await check('folder');
  };

  await visitEach((name) => expectAccessibleScreen(page, name));
  await ask(page, SUPPLY_AGREEMENT.question);
  const citation = page.getByRole('region', { name: 'Citations' }).getByRole('link').first();
  await expect(citation).toBeVisible();
  await expectAccessibleScreen(page, 'search results');
  await citation.click();
  await expectHighlightedPassage(page, SUPPLY_AGREEMENT.name, SUPPLY_AGREEMENT);
  await expect(page.getByText('Loading document')).toBeHidden();
  await expectAccessibleScreen(page, 'viewer');

  await page.setViewportSize(PHONE);
  await expectAccessibleScreen(page, 'viewer on a phone');
  await visitEach((name) => expectAccessibleScreen(page, `${name} on a phone`));
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog').getByRole('tree')).toBeVisible();
  await expectAccessibleScreen(page, 'sidebar on a phone');
  await page.setViewportSize(WIDE_DESKTOP);
  await visitEach((name) => expectNoHorizontalScroll(page, `${name} on a wall`));
});

test('dialogs, menus, preview and toasts are accessible at two widths', { tag: '@full' }, async ({
  page,
  user,
  api,
}) => {
  const { contractsId, fileIds } = await createSampleDeal(api);
  for (const id of fileIds) await api.waitForExtraction(id);
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await page.goto(`/folder/${contractsId}`);
    await expect(fileRow(page, SUPPLY_AGREEMENT.name)).toBeVisible();
    const on = (screen: string) => `${screen}, ${viewport.width} wide`;

    for (const [button, title] of [
      ['Upload', 'Upload Documents'],
      ['New Folder', 'Create New Folder'],
      ['Edit folder name', 'Edit Folder Name'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).locator('visible=true').first().click();
      await expect(page.getByRole('dialog', { name: title })).toBeVisible();
      await expectAccessibleScreen(page, on(title));
      await close(page);
    }
    await page.getByRole('button', { name: `Actions for ${SUPPLY_AGREEMENT.name}` }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessibleScreen(page, on('menu of a file'), { hasPopup: true });
    await close(page);
    await page.getByRole('button', { name: `Account menu of ${user.username}` }).click();
    await expectAccessibleScreen(page, on('account menu'), { hasPopup: true });
    await close(page);
    await chooseFromRow(page, SUPPLY_AGREEMENT.name, 'Move');
    await expect(page.getByRole('dialog', { name: 'Move File' })).toBeVisible();
    await expectAccessibleScreen(page, on('move'));
    await close(page);
    await chooseFromRow(page, SUPPLY_AGREEMENT.name, 'Delete');
    await expect(page.getByRole('alertdialog', { name: 'Delete File' })).toBeVisible();
    await expectAccessibleScreen(page, on('delete'));
    await close(page);
    await chooseFromRow(page, SUPPLY_AGREEMENT.name, 'Preview');
    await expect(page.frameLocator('iframe').getByText('/ 4', { exact: true })).toBeVisible();
    await expectAccessibleScreen(page, on('preview'), { hasPopup: true });
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByPlaceholder('Ask about your documents...').focus();
    await page.keyboard.press('Enter');
    await expect(findToasts(page, 'Empty search')).toBeVisible();
    await expectAccessibleScreen(page, on('toast'));
  }
});

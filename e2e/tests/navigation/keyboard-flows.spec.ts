import { expect, type Page } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { fileRow } from '../../support/actions/files-table.ts';
import { pressEscape } from '../../support/actions/press-escape.ts';
import {
  chooseByKeyboard,
  enter,
  expectFocusKept,
  expectVisibleFocus,
  tabTo,
} from '../../support/actions/tab-to.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { administrator } from '../../support/fixtures/administrator.ts';
import { test } from '../../support/fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true }).locator('visible=true').first();

test('files are renamed, moved, deleted and brought back by keyboard only', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  await api.createFolder('Archive');
  const { id: folderId } = await api.createFolder('Work');
  for (const name of ['a.txt', 'b.txt', 'c.txt'])
    await api.waitForExtraction((await api.upload(makeText(name, name), { folderId })).id);
  await page.goto(`/folder/${folderId}`);
  const actions = (name: string) => main(page).getByRole('button', { name: `Actions for ${name}` });
  const link = (name: string) => fileRow(page, name).getByRole('link', { name, exact: true });

  await enter(page, actions('a.txt'));
  await chooseByKeyboard(page, 'Rename');
  await expect(page.getByLabel('File name')).toBeFocused();
  // The name without its extension is selected.
  await page.keyboard.type('annex');
  await page.keyboard.press('Enter');
  await expect(link('annex.txt')).toBeVisible();
  await expectFocusKept(page);

  await enter(page, actions('annex.txt'));
  await chooseByKeyboard(page, 'Move');
  const dialog = page.getByRole('dialog', { name: 'Move File' });
  await expect(dialog.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('Arch');
  await tabTo(page, dialog.getByRole('radio', { name: 'Archive' }));
  await page.keyboard.press('Space');
  await enter(page, dialog.getByRole('button', { name: 'Move', exact: true }));
  await expect(dialog).toBeHidden();
  await expect(link('annex.txt')).toBeHidden();
  await expectFocusKept(page);

  await tabTo(page, link('b.txt'));
  await page.keyboard.press('Control+a');
  const toolbar = page.getByRole('toolbar', { name: 'Selected files' });
  await expect(toolbar).toContainText('2 files selected');
  await tabTo(page, toolbar.getByRole('button', { name: 'Delete' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await enter(page, page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
  await expect(link('b.txt')).toBeHidden();
  await page.keyboard.press('F8');
  await enter(page, findToasts(page, 'Files deleted').getByRole('button', { name: 'Undo' }));
  for (const name of ['b.txt', 'c.txt']) await expect(link(name)).toBeVisible();
});

test('a folder is shared, linked at each level and its settings opened by keyboard only', {
  tag: '@full',
}, async ({ page, user: _, api }) => {
  const { id } = await api.createFolder('Contracts');
  await page.goto(`/folder/${id}`);
  const share = button(page, 'Share');
  await enter(page, main(page).getByRole('button', { name: /^Share/ }));
  const panel = page.getByRole('dialog', { name: 'Share Contracts' });
  await enter(page, panel.getByLabel('Invite by email'));
  await page.keyboard.type('buyer@polaris.example');
  await page.keyboard.press('Enter');
  await expect(panel.getByText('buyer@polaris.example').first()).toBeVisible();
  await pressEscape(page);
  await expect(panel).toBeHidden();
  await expect(main(page).getByRole('button', { name: /^Share/ })).toBeFocused();
  await expect(share.or(main(page).getByRole('button', { name: /^Share/ })).first()).toBeVisible();

  const create = button(page, 'Create Link');
  for (const [downs, level] of ['view', 'download', 'original'].entries()) {
    await enter(page, create);
    const dialog = page.getByRole('dialog', { name: 'Create Link' });
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await page.keyboard.type(`Link to ${level}`);
    await tabTo(page, dialog.getByLabel('Visitors may'));
    for (let at = 0; at < downs; at += 1) await page.keyboard.press('ArrowDown');
    await expect(dialog.getByLabel('Visitors may')).toHaveValue(level);
    await enter(page, dialog.getByRole('button', { name: 'Create Link', exact: true }));
    await expect(dialog).toBeHidden();
    await expect(main(page).getByText(`Link to ${level}`)).toBeVisible();
    await expect(create).toBeFocused();
  }
  const links: { level: string }[] = await (await page.request.get('/api/links')).json();
  expect(links.map(({ level }) => level).toSorted()).toEqual(['download', 'original', 'view']);

  await page.goto('/settings');
  await tabTo(page, page.getByRole('tab', { name: 'Profile' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Security' })).toBeFocused();
  await expectVisibleFocus(page.getByRole('tab', { name: 'Security' }));
  await expect(button(page, 'Create API Token')).toBeVisible();
  await enter(page, button(page, 'Create API Token'));
  await expect(page.getByRole('dialog', { name: 'Create API Token' }).getByLabel('Name')).toBeFocused();
  await pressEscape(page);
  await expect(button(page, 'Create API Token')).toBeFocused();
});

test('a room is created, filled with a group, permissions and requests, and checked by keyboard only', {
  tag: '@full',
}, async ({ page, user: _, newBrowser }) => {
  await page.goto('/rooms');
  await enter(page, button(page, 'New Room'));
  const dialog = page.getByRole('dialog', { name: 'New Room' });
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Project Otter');
  await enter(page, dialog.getByRole('button', { name: 'Create Room' }));
  await expect(dialog).toBeHidden();
  const [room] = await (await page.request.get('/api/rooms')).json();
  await page.request.post('/api/folders', { data: { name: 'Finance', parentId: room.id } });

  await page.goto(`/rooms/${room.id}/groups`);
  await tabTo(page, page.getByLabel('Name of the new group'));
  await page.keyboard.type('Bidder A');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Add members to Bidder A'));
  await page.keyboard.type('ada@bidder.example');
  await page.keyboard.press('Control+Enter');
  await enter(page, main(page).getByRole('button', { name: 'Add', exact: true }));
  await expect(page.getByText('ada@bidder.example Visitor')).toBeVisible();

  await enter(page, main(page).getByRole('link', { name: 'Permissions' }));
  const cell = page.getByLabel('Bidder A in Finance', { exact: true });
  await tabTo(page, cell);
  // Each key chooses the next level, faster than one is saved.
  const fourth = (await cell.locator('option').nth(4).getAttribute('value')) ?? '';
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press('ArrowDown');
  await expect(cell).toHaveValue(fourth);
  const canUndo = page.getByRole('button', { name: 'Undo' });
  await expect(canUndo).toBeEnabled();
  await page.reload();
  await expect(cell).toHaveValue(fourth);
  await tabTo(page, cell);
  await enter(page, page.getByRole('button', { name: 'Why: Bidder A in Finance' }));
  await expect(page.getByRole('dialog', { name: 'Bidder A in Finance' })).toBeVisible();
  await pressEscape(page);
  await expect(page.getByRole('button', { name: 'Why: Bidder A in Finance' })).toBeFocused();

  await enter(page, main(page).getByRole('link', { name: 'Requests' }));
  await tabTo(page, page.getByLabel('New request'));
  await page.keyboard.type('Annual reports');
  await page.keyboard.press('Enter');
  const request = main(page).getByRole('button', { name: /Annual reports/ });
  await enter(page, request);
  await expect(page.getByRole('dialog', { name: 'Request 1' })).toBeVisible();
  await pressEscape(page);
  await expect(request).toBeFocused();

  await page.goto(`/rooms/${room.id}/groups`);
  await enter(page, main(page).getByRole('link', { name: 'Exposure Check' }));
  await expect(page.getByRole('heading', { name: 'Exposure Check', level: 1 })).toBeVisible();

  const admin = await newBrowser();
  await admin.api.signIn(administrator);
  await admin.page.goto('/admin?tab=audit');
  const entry = admin.page.getByRole('button', { name: /^Details of entry / }).first();
  await enter(admin.page, entry);
  await expect(admin.page.getByRole('dialog', { name: /^Entry / })).toBeVisible();
  await pressEscape(admin.page);
  await expect(entry).toBeFocused();
});

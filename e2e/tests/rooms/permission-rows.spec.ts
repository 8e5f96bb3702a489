import { expect } from '@playwright/test';
import { failRequest } from '../../support/actions/fail-request.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

test('a manager sets many rows at once, takes it back, and asks what decides a cell', {
  tag: '@full',
}, async ({ page, user: _, api, consoleErrors }) => {
  const { id } = await api.createFolder('Project Otter');
  const finance = await api.createFolder('Finance', id);
  for (const name of ['Salaries', 'Pensions']) await api.createFolder(name, finance.id);
  await page.request.post('/api/rooms', { data: { folderId: id } });
  for (const name of ['Bidder A', 'Bidder B'])
    await page.request.post(`/api/rooms/${id}/groups`, { data: { name } });
  await page.goto(`/rooms/${id}/permissions`);
  await page.getByRole('button', { name: 'Show the content of Finance' }).click();
  const cell = (group: string, folder: string) => page.getByLabel(`${group} in ${folder}`, { exact: true });
  await page.getByLabel('Select Salaries').check();
  await page.getByLabel('Select Pensions').click({ modifiers: ['Shift'] });
  const bar = page.getByRole('form', { name: 'Chosen rows' });
  await expect(bar).toContainText('2 selected');
  await bar.getByLabel('Level to set').selectOption('Download');
  await expectAccessibleScreen(page, 'permissions with chosen rows');
  await bar.getByRole('button', { name: 'Set Level' }).click();
  for (const group of ['Bidder A', 'Bidder B'])
    for (const folder of ['Salaries', 'Pensions']) await expect(cell(group, folder)).toHaveValue('download');
  await expect(cell('Bidder A', 'Finance')).toHaveValue('');
  await expect(bar).toHaveCount(0);

  await cell('Bidder A', 'Salaries').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Bidder A in Salaries' });
  await expect(dialog).toContainText('The level of this folder');
  await expectAccessibleScreen(page, 'why a cell has its level');
  await page.keyboard.press('Escape');

  const stopFailing = await failRequest(page, consoleErrors, `PATCH /api/rooms/${id}/permissions`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(findToasts(page, 'Failed to change permissions')).toContainText('Not now.');
  await stopFailing();
  await page.getByRole('button', { name: 'Undo' }).click();
  for (const group of ['Bidder A', 'Bidder B'])
    for (const folder of ['Salaries', 'Pensions']) await expect(cell(group, folder)).toHaveValue('');
  await cell('Bidder B', 'Pensions').hover();
  await page.getByRole('button', { name: 'Why: Bidder B in Pensions' }).click();
  await expect(page.getByRole('dialog')).toContainText('the top of a room grants none');
});

test('the cells of a long grid become selects when they are used, by mouse and by keyboard', {
  tag: '@full',
}, async ({ page, user: _, api }) => {
  const { id } = await api.createFolder('Project Otter');
  await page.request.post('/api/rooms', { data: { folderId: id } });
  for (let at = 0; at < 110; at += 1) await api.createFolder(`Folder ${String(at).padStart(3, '0')}`, id);
  for (let at = 0; at < 12; at += 1)
    await page.request.post(`/api/rooms/${id}/groups`, {
      data: { name: `Bidder ${String.fromCharCode(65 + at)}` },
    });
  await page.goto(`/rooms/${id}/permissions`);
  const cell = (group: string, folder: string) => page.getByLabel(`${group} in ${folder}`, { exact: true });
  await page.getByLabel('Bidder A in Folder 001: None (inherited)').hover();
  await cell('Bidder A', 'Folder 001').selectOption('View');
  await expect(cell('Bidder A', 'Folder 001')).toHaveValue('view');
  await cell('Bidder A', 'Folder 001').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(cell('Bidder A', 'Folder 002')).toBeFocused();
  for (const group of ['Bidder B', 'Bidder C', 'Bidder D', 'Bidder E', 'Bidder F']) {
    await page.keyboard.press('Alt+ArrowRight');
    await expect(cell(group, 'Folder 002')).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Why: Bidder F in Folder 002' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expectAccessibleScreen(page, 'a long grid of permissions');
});

test('an editor reads the grid and asks what decides a cell, and changes nothing', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  newBrowser,
}) => {
  const { id } = await api.createFolder('Project Otter');
  await api.createFolder('Finance', id);
  await page.request.post('/api/rooms', { data: { folderId: id } });
  await page.request.post(`/api/rooms/${id}/groups`, { data: { name: 'Bidder A' } });
  const other = await newBrowser();
  const editor = newAccount();
  await other.api.register(editor);
  const { id: userId } = await (await other.page.request.get('/api/user')).json();
  const staff = await page.request.put(`/api/rooms/${id}/staff/${userId}`, { data: { role: 'editor' } });
  expect(staff.ok()).toBe(true);
  await other.page.goto(`/rooms/${id}/permissions`);
  await other.page.getByRole('button', { name: 'Bidder A in Finance: None. Why?' }).click();
  await expect(other.page.getByRole('dialog')).toContainText('the top of a room grants none');
  await other.page.keyboard.press('Escape');
  await expect(other.page.getByRole('checkbox')).toHaveCount(0);
  await expect(other.page.getByRole('combobox', { name: 'Bidder A in Finance' })).toHaveCount(0);
  await expectAccessibleScreen(other.page, 'permissions for an editor');
});

test('on a phone the level of a cell is not cut off, and is changed in place', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const { id } = await api.createFolder('Project Otter');
  for (const name of ['Finance', 'Legal']) await api.createFolder(name, id);
  await page.request.post('/api/rooms', { data: { folderId: id } });
  await page.request.post(`/api/rooms/${id}/groups`, { data: { name: 'Bidder A' } });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/rooms/${id}/permissions`);
  const level = page.getByLabel('Bidder A in Finance: None (inherited)');
  await expect(level).toHaveText('None', { useInnerText: true });
  await expect(level).toBeInViewport({ ratio: 1 });
  expect(await level.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
  await level.click();
  await page.getByRole('menuitemradio', { name: 'Download and manage' }).click();
  await expect(page.getByLabel('Bidder A in Finance: Download and manage')).toBeVisible();
  await page.reload();
  const saved = page.getByLabel('Bidder A in Finance: Download and manage');
  expect(await saved.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
});

test('on a phone a level has its whole cell also after its use, and its menu explains it', async ({
  page,
  user: _,
  api,
}) => {
  const { id } = await api.createFolder('Project Otter');
  await api.createFolder('Finance', id);
  await page.request.post('/api/rooms', { data: { folderId: id } });
  await page.request.post(`/api/rooms/${id}/groups`, { data: { name: 'Bidder A' } });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/rooms/${id}/permissions`);
  const cell = page.getByRole('button', { name: /^Bidder A in Finance: / });
  const { width } = (await cell.boundingBox()) ?? { width: 0 };
  /** Tells whether the level is cut off. */
  const isCut = () => cell.evaluate((text) => text.scrollWidth > text.clientWidth);
  const explanation = page.getByRole('dialog', { name: 'Bidder A in Finance' });
  await expect(cell).toHaveText('None');
  // Letters and arrow keys choose nothing, and explain nothing.
  await cell.focus();
  for (const key of ['w', 'ArrowUp', 'ArrowRight', 'End']) await page.keyboard.press(key);
  await expect(cell).toHaveText('None');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: 'Inherit', checked: true }).waitFor();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Why This Level?' })).toBeFocused();
  await expect(explanation).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(explanation).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(explanation).toBeHidden();
  await expect(cell).toBeFocused();
  await cell.click();
  await page.getByRole('menuitemradio', { name: 'Original and manage' }).click();
  await expect(cell).toHaveText('Original and manage');
  expect(await isCut()).toBe(false);
  expect((await cell.boundingBox())?.width).toBe(width);
  await expectAccessibleScreen(page, 'permissions on a phone');
});

import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

test('an administrator sees all users in the sidebar', { tag: '@full' }, async ({
  page,
  asAdministrator,
  newBrowser,
}) => {
  const account = newAccount();
  await (await newBrowser()).api.register(account);
  await page.goto('/');
  const users = page.getByRole('complementary', { name: 'Sidebar' }).getByRole('list', { name: 'Users' });
  const entry = (name: string) => users.getByRole('listitem').filter({ hasText: name });
  await expect(entry(asAdministrator.username).filter({ hasText: 'Admin' }).first()).toBeVisible();
  await users.hover();
  // The newest users are last: the list has to be scrolled when it is long.
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    await expect(entry(account.username)).toContainText('User', { timeout: 500 });
  }).toPass();
  await page
    .getByRole('complementary', { name: 'Sidebar' })
    .getByRole('button', { name: 'Invite user' })
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a regular user sees no user list', { tag: '@full' }, async ({ page, user: _ }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(page.getByText('No recent files')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Users' })).toBeHidden();
  expect(requests).not.toContain('/api/users');
});

test('the sidebar shows the newest files and the path of the open folder', async ({ page, user: _, api }) => {
  const parent = await api.createFolder('Contracts');
  const child = await api.createFolder('Leases', parent.id);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
    await api.upload(makeText(`${name}.txt`, name), { folderId: child.id });
  await page.goto('/');
  const node = (name: string) => page.getByRole('treeitem', { name, exact: true });
  await expect(node('a.txt')).toHaveAttribute('aria-level', '3');
  await page.getByRole('button', { name: 'Collapse Contracts' }).click();
  await expect(node('Leases')).toBeHidden();
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar.getByRole('listitem')).toHaveText(['f.txt', 'e.txt', 'd.txt', 'c.txt', 'b.txt']);
  await page.getByRole('link', { name: 'Contracts', exact: true }).last().click();
  await page.getByRole('main').getByRole('link', { name: 'Leases' }).click();
  await expect(node('Leases')).toHaveAttribute('aria-current', 'page');
});

test('the tree of a large room lists the files of the open folder only', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const folder = await api.createFolder('Contracts');
  await api.upload(makeText('inside.txt', 'inside'), { folderId: folder.id });
  await api.upload(makeText('outside.txt', 'outside'));
  const fetchedLists: string[] = [];
  await page.route('**/api/files?*', async (route) => {
    const { search } = new URL(route.request().url());
    fetchedLists.push(search);
    if (search !== '?limit=1000') return route.continue();
    const response = await route.fetch();
    const [file] = await response.json();
    const json = Array.from({ length: 1_000 }, (_each, index) => ({ ...file, id: 10_000_000 + index }));
    return route.fulfill({ response, json });
  });
  const nodes = page.getByRole('tree').getByRole('treeitem');
  await page.goto('/');
  await expect(nodes).toHaveText(['Contracts']);
  await page.getByRole('tree').getByRole('link', { name: 'Contracts' }).click();
  await expect(nodes).toHaveText(['Contracts', 'inside.txt']);
  await page.getByRole('tree').getByRole('link', { name: 'inside.txt' }).click();
  await expect(page).toHaveURL(/\/file\//);
  // A document fills the window.
  await page.getByRole('link', { name: 'Back to Files' }).click();
  await expect(nodes).toHaveText(['Contracts', 'inside.txt']);
  await expect(nodes.first()).toHaveAttribute('aria-current', 'page');
  await page.unrouteAll({ behavior: 'wait' });
  expect(fetchedLists.filter((search) => !/^\?(?:limit|folderId)=\d+$/.test(search))).toEqual([]);
});

test('the loading animation setting is stored in the browser', { tag: '@full' }, async ({
  page,
  user: _,
}) => {
  await page.goto('/settings');
  const animation = page.getByLabel('Animation', { exact: true });
  const playful = page.getByRole('switch', { name: 'Playful loading animations' });
  await animation.selectOption({ label: 'Folder' });
  await page.getByRole('button', { name: 'Surprise Me' }).click();
  await expect(animation).not.toHaveValue('folder');
  const chosen = await animation.inputValue();
  await page.reload();
  await expect(animation).toHaveValue(chosen);
  await playful.uncheck();
  await expect(animation).toBeHidden();
  await page.reload();
  await expect(playful).not.toBeChecked();
  await playful.check();
  await expect(animation).toHaveValue('spinner');
});

test('the menu on a phone closes on a link to the open page', async ({ page, user: _ }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog');
  await menu.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
});

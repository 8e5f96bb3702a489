import { expect, type Page } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { pressEscape } from '../../support/actions/press-escape.ts';
import { enter, expectFocusKept, expectFocusNear, tabTo } from '../../support/actions/tab-to.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');

test('an exposure check is run, decided and signed off by keyboard only', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const { id: roomId } = await api.createFolder('Project Otter');
  const finance = await api.createFolder('Finance', roomId);
  await page.request.post('/api/rooms', { data: { folderId: roomId } });
  const created = await page.request.post(`/api/rooms/${roomId}/groups`, { data: { name: 'Bidder A' } });
  const group = await created.json();
  const letter = 'Paid to DE89 3704 0044 0532 0130 00. Questions to ada@example.test and to bo@example.test.';
  const { id: fileId } = await api.upload(makeText('Letter.txt', letter), { folderId: finance.id });
  await api.waitForExtraction(fileId);
  const permissions = `/api/rooms/${roomId}/permissions`;
  const rows = await (await page.request.get(permissions)).json();
  const cell = {
    kind: 'folder',
    id: finance.id,
    groupId: group.id,
    level: 'original',
    version: rows[0].version,
  };
  expect((await page.request.patch(permissions, { data: { cells: [cell] } })).status()).toBe(200);

  await page.goto(`/rooms/${roomId}/exposure/${group.id}`);
  await enter(page, page.getByRole('button', { name: 'Run Check' }));
  await expect(main(page).getByRole('button', { name: 'Check Again' })).toBeVisible({ timeout: 30_000 });
  await expectFocusKept(page);
  const accepts = main(page).getByRole('button', { name: /^Accept (?!everything)/ });
  await expect(accepts.nth(1)).toBeVisible();
  const count = await accepts.count();
  for (let left = count - 1; left >= 0; left -= 1) {
    await enter(page, accepts.first());
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await page.keyboard.type('Known to the group');
    await enter(page, dialog.getByRole('button', { name: 'Accept' }));
    await expect(dialog).toBeHidden();
    await expect(accepts).toHaveCount(left);
    await expectFocusKept(page);
    if (left > 0) await expectFocusNear(page, accepts.first());
  }
  const signOff = page.getByRole('button', { name: 'Sign Off' });
  await tabTo(page, signOff, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Sign Off' }));
  await expect(findToasts(page, 'The check is signed off')).toBeVisible();
  await expectFocusKept(page);
});

test('requests are changed, deleted and accepted by keyboard only, and Escape closes the topmost alone', {
  tag: '@full',
}, async ({ page, user: _, api, newBrowser }) => {
  const { id: roomId } = await api.createFolder('Project Otter');
  const post = async (path: string, data: object) => (await page.request.post(path, { data })).json();
  await post('/api/rooms', { folderId: roomId });
  const group = await post(`/api/rooms/${roomId}/groups`, { name: 'Bidder A' });
  await page.request.put(`/api/groups/${group.id}/members`, { data: { emails: ['ada@bidder.example'] } });
  for (const text of ['Annual reports', 'Leases', 'Permits'])
    await post(`/api/rooms/${roomId}/requests`, { text, groupId: group.id });

  await page.goto(`/rooms/${roomId}/requests`);
  const request = (name: string) => main(page).getByRole('button', { name: new RegExp(name) });
  await enter(page, request('Leases'));
  const drawer = page.getByRole('dialog', { name: 'Request 2' });
  await expect(drawer).toBeVisible();
  await tabTo(page, drawer.getByLabel('State'));
  await page.keyboard.press('ArrowDown');
  await expect(drawer.getByLabel('State')).toHaveValue('in-preparation');
  await expect(drawer.getByLabel('State')).toBeFocused();
  const remove = drawer.getByRole('button', { name: 'Delete Request' });
  const asking = page.getByRole('alertdialog');
  await enter(page, remove);
  await expect(asking).toBeVisible();
  await pressEscape(page);
  await expect(asking).toBeHidden();
  await expect(drawer).toBeVisible();
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await enter(page, asking.getByRole('button', { name: 'Delete Request' }));
  await expect(asking).toBeHidden();
  await expect(drawer).toBeHidden();
  await expect(request('Leases')).toHaveCount(0);
  await expectFocusNear(page, request('Permits'));

  const [{ inviteUrl }] = await (await page.request.get(`/api/groups/${group.id}/members`)).json();
  const member = await newBrowser();
  await member.page.goto(inviteUrl);
  await enter(member.page, main(member.page).getByRole('link', { name: 'Requests' }));
  const own = main(member.page).getByRole('button', { name: /Annual reports/ });
  await enter(member.page, own);
  const opened = member.page.getByRole('dialog', { name: 'Request 1' });
  await enter(member.page, opened.getByRole('button', { name: 'Accept' }));
  await expect(opened.getByText('Accepted')).toBeVisible();
  await expectFocusKept(member.page);
  await pressEscape(member.page);
  await expect(opened).toBeHidden();
  await expect(own).toBeFocused();
});

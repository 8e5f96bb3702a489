import { expect } from '@playwright/test';
import { expectNoHorizontalScroll } from '../../support/appearance/expect-accessible.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

/** A name without a place at which a line ends by itself. */
const longName = (length: number): string => 'Confidentialityagreement'.repeat(20).slice(0, length);

test('names of the greatest length leave everything reachable on a phone', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  newBrowser,
}) => {
  const { id } = await api.createFolder(longName(255));
  const inner = await api.createFolder(longName(255), id);
  await page.request.post('/api/rooms', { data: { folderId: id } });
  const room = `/api/rooms/${id}` as const;
  const { id: groupId } = await (
    await page.request.post(`${room}/groups`, { data: { name: longName(100) } })
  ).json();
  const permissions = `${room}/permissions` as const;
  const [{ version }] = await (await page.request.get(`${permissions}?folderId=${id}`)).json();
  const cell = { kind: 'folder', id: inner.id, groupId, level: 'view', version };
  await page.request.patch(permissions, { data: { cells: [cell] } });
  await page.request.put(`${room}/brand`, { data: { name: longName(60) } });
  const placeholder = { name: longName(255), responsibleName: longName(100) };
  await page.request.post(`/api/folders/${inner.id}/placeholders`, { data: placeholder });
  const colleague = await newBrowser();
  await colleague.api.register(newAccount());
  const { id: userId } = await (await colleague.page.request.get('/api/user')).json();
  await page.request.post(`/api/folders/${id}/collaborators`, { data: { userId } });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/folder/${inner.id}`);
  await expect(page.getByText('Inherited from')).toBeVisible();
  await expect(page.getByText('Visible to 1 group')).toBeVisible();
  await expectNoHorizontalScroll(page, 'a folder of a room');
  await expect(page.getByRole('button', { name: /^Account menu of/ })).toBeInViewport({ ratio: 1 });

  await page
    .getByRole('button', { name: /^Edit Confidentiality/ })
    .last()
    .click();
  const level = page.getByRole('dialog').getByLabel('Confidentialityagreement').last();
  await level.focus();
  await expect(level).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');

  await page.goto(`/rooms/${id}/settings?tab=brand`);
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible();
  await expectNoHorizontalScroll(page, 'the brand of a room');
  await expect(page.getByLabel('Accent color')).toBeInViewport({ ratio: 1 });
});

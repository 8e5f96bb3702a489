import { expect, type Page } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { enter, expectFocusKept, tabTo } from '../../support/actions/tab-to.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { test } from '../../support/fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');

test('drafts are scheduled, cancelled, discarded and published by keyboard only', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const { id: roomId } = await api.createFolder('Project Otter');
  const finance = await api.createFolder('Finance', roomId);
  await page.request.post('/api/rooms', { data: { folderId: roomId } });
  await page.request.post(`/api/rooms/${roomId}/groups`, { data: { name: 'Bidder A' } });
  await api.upload(makeText('Budget.txt', 'Next year'), { folderId: finance.id });

  await page.goto(`/rooms/${roomId}/permissions`);
  const drafts = page.getByRole('checkbox', { name: /draft/i });
  await tabTo(page, drafts);
  await page.keyboard.press('Space');
  await expect(drafts).toBeChecked();
  await tabTo(page, page.getByLabel('Bidder A in Finance', { exact: true }));
  await page.keyboard.press('ArrowDown');

  const pages = page.getByRole('navigation', { name: 'Room' });
  await enter(page, pages.getByRole('link', { name: 'Publish' }));
  const discard = page.getByRole('button', { name: 'Discard the draft for Finance' });
  await enter(page, discard);
  await expect(discard).toBeHidden();
  await expectFocusKept(page);

  const setting = page.getByRole('switch', { name: 'Emails about changes name files' });
  const isOn = await setting.isChecked();
  await tabTo(page, setting);
  await page.keyboard.press('Space');
  await expect(setting).toBeChecked({ checked: !isOn });
  await expect(setting).toBeFocused();

  await tabTo(page, page.getByLabel('Publish at (optional)'));
  // A year has four digits, after which the hour follows by itself.
  await page.keyboard.type('010120990600PM');
  await enter(page, page.getByRole('button', { name: 'Schedule' }));
  await expect(findToasts(page, 'The publication is scheduled')).toBeVisible();
  await expectFocusKept(page);
  const cancel = page.getByRole('button', { name: 'Cancel Publication' });
  await enter(page, cancel);
  await expect(cancel).toBeHidden();
  await expectFocusKept(page);

  await enter(page, page.getByRole('button', { name: 'Publish Now' }));
  await expect(findToasts(page, 'The drafts are published')).toBeVisible();
  await expect(main(page).getByText('No drafts')).toBeVisible();
  await expectFocusKept(page);
});

import { expect, type Page } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { dragOnto } from '../../support/actions/drag-onto.ts';
import { failRequest } from '../../support/actions/fail-request.ts';
import { fileRow } from '../../support/actions/files-table.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');

test('the staff of a room order its index by keyboard and by dragging', async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const { id: roomId } = await api.createFolder('Project Heron');
  await page.request.post('/api/rooms', { data: { folderId: roomId } });
  for (const name of ['Corporate', 'Finance', 'Legal']) await api.createFolder(name, roomId);
  for (const name of ['Index.txt', 'Letter.txt']) {
    const { id } = await api.upload(makeText(name, 'text'), { folderId: roomId });
    await api.waitForExtraction(id);
  }
  await page.goto(`/folder/${roomId}`);
  const cards = main(page)
    .getByRole('region', { name: /^Folders/ })
    .getByRole('listitem');
  await expect(cards).toHaveText([/1\s*Corporate/, /2\s*Finance/, /3\s*Legal/]);
  await expect(fileRow(page, 'Letter.txt')).toContainText('5');

  await fileRow(page, 'Letter.txt').getByRole('link', { name: 'Letter.txt' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(main(page).getByText('Moved to 4')).toBeAttached();
  await expect(main(page).getByRole('row')).toHaveText([/No\./, /4.*Letter/, /5.*Index/]);
  await expect(main(page).getByRole('row').getByRole('link', { name: 'Letter.txt' })).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(cards.filter({ hasText: 'Legal' })).toContainText('4');
  await expect(page.getByRole('treeitem', { name: '4 Legal' })).toBeVisible();
  await expectAccessibleScreen(page, 'index of a room');

  await dragOnto(fileRow(page, 'Index.txt'), fileRow(page, 'Letter.txt'), { x: 200, y: 4 });
  await expect(main(page).getByRole('row')).toHaveText([/No\./, /3.*Index/, /4.*Letter/]);
  await page.reload();
  await expect(main(page).getByRole('row')).toHaveText([/No\./, /3.*Index/, /4.*Letter/]);

  await failRequest(page, consoleErrors, `PATCH /api/folders/${roomId}/order`);
  await fileRow(page, 'Letter.txt').getByRole('link', { name: 'Letter.txt' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(findToasts(page, 'Failed to change the order')).toContainText('Not now.');
  await expect(main(page).getByRole('row')).toHaveText([/No\./, /3.*Index/, /4.*Letter/]);
});

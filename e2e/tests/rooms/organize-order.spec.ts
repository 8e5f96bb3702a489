import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { dragOnto } from '../../support/actions/drag-onto.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

test('the Organize dialog orders the entries of a room by keyboard and by dragging', {
  tag: '@full',
}, async ({ page, user: _, api }) => {
  const { id } = await api.createFolder('Deal');
  for (const name of ['Legal', 'Finance']) await api.createFolder(name, id);
  await api.upload(makeText('Letter.txt', 'Dear all'), { folderId: id });
  await page.request.post('/api/rooms', { data: { folderId: id } });
  await page.goto('/');
  await page.getByRole('button', { name: 'Organize' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Organize Folders & Files' });
  await dialog.getByRole('list', { name: 'All folders' }).getByRole('button', { name: 'Deal' }).click();
  const rows = dialog.getByRole('list', { name: 'In Deal' }).getByRole('listitem');
  await expect(rows).toHaveText([/1\s*Legal/, /2\s*Finance/, /3\s*Letter\.txt/]);
  const letter = rows.getByRole('button', { name: 'Move Letter.txt' });
  await letter.focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(rows).toHaveText([/1\s*Legal/, /2\s*Letter\.txt/, /3\s*Finance/]);
  await expect(letter).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(rows).toHaveText([/1\s*Letter\.txt/, /2\s*Legal/, /3\s*Finance/]);
  await expect(dialog.getByRole('status').filter({ hasText: 'Moved to 1' })).toBeAttached();
  await dragOnto(rows.filter({ hasText: 'Finance' }), rows.filter({ hasText: 'Letter.txt' }), {
    x: 60,
    y: 2,
  });
  await expect(rows).toHaveText([/1\s*Finance/, /2\s*Letter\.txt/, /3\s*Legal/]);
  await expectAccessibleScreen(page, 'the Organize dialog in a room');
  await expect
    .poll(async () => {
      const entries = await (await page.request.get(`/api/folders/${id}/entries`)).json();
      return entries.map(({ name }: { name: string }) => name);
    })
    .toEqual(['Finance', 'Letter.txt', 'Legal']);
});

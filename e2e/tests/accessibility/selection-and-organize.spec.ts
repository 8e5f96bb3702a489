import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { fileRow } from '../../support/actions/files-table.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

const LONG =
  'A contract between two companies that never agree about anything at all, signed in triplicate.txt';
const RIGHT_TO_LEFT = 'اتفاقية التوريد.txt';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const width of [1280, 380]) {
  test(`selection and organize dialogs are accessible on a screen ${width} pixels wide`, {
    tag: '@full',
  }, async ({ page, user: _, api }) => {
    await page.setViewportSize({ width, height: 800 });
    const folder = await api.createFolder('Sale');
    for (const name of ['عقود الإيجار', 'A folder with a rather long name that does not fit anywhere'])
      await api.createFolder(name, folder.id);
    for (const name of ['a.txt', LONG, RIGHT_TO_LEFT])
      await api.upload(makeText(name, name), { folderId: folder.id });
    await page.goto(`/folder/${folder.id}`);
    await expect(fileRow(page, RIGHT_TO_LEFT)).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Select Multiple' }).click();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await expect(page.getByRole('toolbar', { name: 'Selected files' })).toBeInViewport();
    await expectAccessibleScreen(page, 'selected files');

    await page.goto('/');
    await page.getByRole('button', { name: 'Organize' }).locator('visible=true').first().click();
    const dialog = page.getByRole('dialog', { name: 'Organize Folders & Files' });
    await dialog.getByRole('button', { name: 'Sale' }).first().click();
    await dialog.getByRole('button', { name: `Move ${LONG}` }).click();
    const choice = page.getByRole('dialog', { name: 'Choose Destination' });
    await choice.getByText('Home (no folder)').click();
    await choice.getByRole('button', { name: 'Choose' }).click();
    await expect(dialog.getByRole('region', { name: 'Pending changes' })).toContainText('Home');
    await expectAccessibleScreen(page, 'organize');
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(dialog).toBeHidden();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard Shortcuts' })).toBeVisible();
    await expectAccessibleScreen(page, 'shortcuts');
  });
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { dropFiles } from '../../support/actions/drop-files.ts';
import { chooseFromRow, fileRow } from '../../support/actions/files-table.ts';
import { pressEscape } from '../../support/actions/press-escape.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

const versions = (page: Page) => page.getByRole('list', { name: 'Versions' }).getByRole('listitem');

test('a file is replaced by its name and from its menu, and versions are restored and withdrawn', async ({
  page,
  user: _,
  api,
}) => {
  const { id: folderId } = await api.createFolder('Contracts');
  const { id } = await api.upload(makeText('Offer.txt', 'First'), { folderId });
  await page.goto(`/folder/${folderId}`);
  await page.getByRole('main').getByRole('button', { name: 'Upload', exact: true }).first().click();
  const upload = page.getByRole('dialog', { name: 'Upload Documents' });
  await upload.getByLabel('Choose Files').setInputFiles(makeText('Offer.txt', 'Second'));
  await upload.getByRole('button', { name: 'Upload', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Same Name' });
  await expect(question.getByText('Offer.txt')).toBeVisible();
  await expectAccessibleScreen(page, 'question about the same name', { hasPopup: true });
  await question.getByRole('button', { name: 'New Version' }).click();
  await expect(findToasts(page, 'File uploaded')).toBeVisible();
  await expect(fileRow(page, 'Offer.txt')).toHaveCount(1);

  await chooseFromRow(page, 'Offer.txt', 'Upload New Version');
  const dialog = page.getByRole('dialog', { name: 'Upload New Version' });
  await dialog.getByLabel('Choose File', { exact: true }).setInputFiles(makeText('Final.md', 'Third'));
  await expect(dialog.getByText('The type changes from TXT to MD.')).toBeVisible();
  await dialog.getByLabel('Note (optional)').fill('Price corrected');
  await pressEscape(page);
  await page
    .getByRole('alertdialog', { name: 'Discard Changes' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Versions of Offer.md' })).toBeVisible();
  await expect(versions(page)).toHaveCount(3);
  await expect(versions(page).first()).toContainText(/Version 3\s*Current.*Price corrected/);
  await expectAccessibleScreen(page, 'versions of a file');

  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(findToasts(page, 'Version restored')).toContainText('Version 4 has the content of version 1.');
  await page.getByRole('button', { name: 'Withdraw version 3' }).click();
  const withdrawal = page.getByRole('dialog', { name: 'Withdraw Version 3' });
  await withdrawal.getByRole('button', { name: 'Withdraw' }).click();
  await expect(withdrawal.getByText('Enter a reason.')).toBeVisible();
  await withdrawal.getByLabel('Reason').fill('Wrong price');
  await pressEscape(page);
  await page
    .getByRole('alertdialog', { name: 'Discard Changes' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await withdrawal.getByRole('button', { name: 'Withdraw' }).click();
  await expect(findToasts(page, 'Version withdrawn')).toBeVisible();
  await expect(versions(page).nth(1)).toContainText('Wrong price');

  await page.getByRole('link', { name: 'Open version 2' }).click();
  await expect(page.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible();
  await expectAccessibleScreen(page, 'an earlier version');
  await page.goto(`/file/${id}`);
  await expect(page.getByText(/^Version 4 · /)).toBeVisible();
});

test('a file dropped on the row of another replaces it or is added, as its user answers', {
  tag: '@full',
}, async ({ page, user: _, api }) => {
  const { id: folderId } = await api.createFolder('Contracts');
  await api.upload(makeText('Offer.txt', 'First'), { folderId });
  const directory = await mkdtemp(join(tmpdir(), 'muniment-drop-'));
  const path = join(directory, 'Final offer.txt');
  await writeFile(path, 'Second');
  await page.goto(`/folder/${folderId}`);
  const dialog = page.getByRole('dialog', { name: 'Upload New Version' });
  await dropFiles(page, [path], fileRow(page, 'Offer.txt'));
  await expect(dialog.getByText('Replaces the content of Offer.txt.')).toBeVisible();
  await expectAccessibleScreen(page, 'a file dropped on another', { hasPopup: true });
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(findToasts(page, 'File uploaded')).toBeVisible();
  await expect(fileRow(page, 'Offer.txt')).toHaveCount(1);
  await expect(fileRow(page, 'Final offer.txt')).toHaveCount(0);

  await writeFile(path, 'Third');
  await dropFiles(page, [path], fileRow(page, 'Offer.txt'));
  await dialog.getByRole('button', { name: 'Add as New File' }).click();
  await expect(fileRow(page, 'Final offer.txt')).toBeVisible();
  await rm(directory, { recursive: true });
});

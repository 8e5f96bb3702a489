import { expect } from '@playwright/test';
import { makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { fileRow } from '../../support/actions/files-table.ts';
import { findToasts } from '../../support/actions/toasts.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

test('an owner finds a link with its figures, and shows it as a QR code', { tag: '@full' }, async ({
  page,
  newBrowser,
}) => {
  const owner = await newBrowser();
  await owner.api.register(newAccount());
  const folder = await owner.api.createFolder('Sale of Northwind');
  await owner.api.createFolder('Appendix');
  await owner.page.goto(`/folder/${folder.id}`);
  const links = owner.page.getByRole('region', { name: 'Links' });
  await links.getByRole('button', { name: 'Create Link' }).click();
  const dialog = owner.page.getByRole('dialog', { name: 'Create Link' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Fund X');
  await dialog.getByRole('button', { name: 'Add Folders to the Link' }).click();
  await dialog.getByRole('checkbox', { name: 'Appendix' }).check();
  await dialog.getByText('Details', { exact: true }).click();
  await dialog.getByLabel('Maximum people').fill('1');
  // Without the year: the value is that of a blank field.
  await dialog.getByLabel('Last day').pressSequentially('1231');
  await dialog.getByRole('button', { name: 'Create Link' }).click();
  await expect(dialog.getByText('Enter a whole date')).toBeVisible();
  await dialog.getByLabel('Last day').fill('2099-12-31');
  await expectAccessibleScreen(owner.page, 'create link with limits');
  await dialog.getByRole('button', { name: 'Create Link' }).click();
  await expect(links.getByText('at most 1 person')).toBeVisible();
  await links.getByRole('button', { name: 'Actions for Fund X' }).click();
  await owner.page.getByRole('menuitem', { name: 'QR Code' }).click();
  await expect(owner.page.getByRole('img', { name: 'QR code that opens' })).toBeVisible();
  await expectAccessibleScreen(owner.page, 'QR code of a link');
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  const [{ url }] = await (await owner.page.request.get('/api/links')).json();
  await page.goto(String(url));
  await page.getByLabel('Your email address').fill('buyer@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('region', { name: 'Visitor Mode' })).toBeVisible();

  await owner.page.goto('/links');
  const table = owner.page.getByRole('table', { name: 'Links' });
  await expect(table).toContainText('Appendix, Sale of Northwind');
  await expectAccessibleScreen(owner.page, 'own links');
  await owner.page.getByRole('searchbox', { name: 'Filter links' }).fill('nothing like it');
  await expect(owner.page.getByText('No matching links')).toBeVisible();
  await owner.page.getByRole('searchbox', { name: 'Filter links' }).fill('north');
  await table.getByRole('link', { name: 'Fund X' }).click();
  await expect(owner.page.getByRole('list', { name: 'Visitors' })).toContainText('buyer@example.com');
  await expect(owner.page.getByText('Nobody was turned away.')).toBeVisible();
  await expectAccessibleScreen(owner.page, 'one link');
});

test('an owner creates a link to the selected files', { tag: '@full' }, async ({ page, user: _, api }) => {
  const folder = await api.createFolder('Sale of Northwind');
  for (const name of ['One.txt', 'Two.txt', 'Three.txt'])
    await api.upload(makeText(name, 'Twelve months.'), { folderId: folder.id });
  await page.goto(`/folder/${folder.id}`);
  await page.getByRole('main').getByRole('button', { name: 'Select Multiple' }).click();
  for (const name of ['One.txt', 'Two.txt'])
    await fileRow(page, name).getByRole('link', { name, exact: true }).click();
  await page
    .getByRole('toolbar', { name: 'Selected files' })
    .getByRole('button', { name: 'Create Link' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Create Link' });
  // As in the list, newest first.
  await expect(dialog.getByRole('list', { name: 'Files of the link' }).getByRole('listitem')).toHaveText([
    'Two.txt',
    'One.txt',
  ]);
  await expectAccessibleScreen(page, 'link to selected files');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Fund X');
  await dialog.getByRole('button', { name: 'Create Link' }).click();
  await expect(findToasts(page, 'Link created')).toContainText('Fund X');
  await page.goto('/links');
  await expect(page.getByRole('table', { name: 'Links' })).toContainText('One.txt, Two.txt');
});

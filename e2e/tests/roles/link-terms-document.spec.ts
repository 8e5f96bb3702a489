import { expect } from '@playwright/test';
import { makePdf } from '#server/engines/documents/testing/make-documents.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { newAccount, test } from '../../support/fixtures/test.ts';

test('a visitor reads the pages of a document before accepting it', { tag: '@full' }, async ({
  page,
  newBrowser,
}) => {
  const owner = await newBrowser();
  await owner.api.register(newAccount());
  const folder = await owner.api.createFolder('Sale of Northwind');
  const pages = ['Keep it confidential.', 'For five years.'];
  const pdf = await makePdf(pages.map((text) => [{ text, y: 700, size: 14 }]));

  await test.step('the owner publishes a document', async () => {
    await owner.page.goto('/settings?tab=terms');
    await owner.page.getByRole('button', { name: 'Create Terms' }).click();
    const dialog = owner.page.getByRole('dialog', { name: 'Create Terms' });
    await dialog.getByLabel('Name').fill('Confidentiality agreement');
    await dialog.getByRole('radio', { name: 'Document' }).check();
    await dialog.getByRole('button', { name: 'Create Terms' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByRole('button', { name: 'Choose from the Room' }).click();
    await dialog.getByRole('radio', { name: folder.name }).check({ force: true });
    await expect(dialog.getByText('There are no files in this folder.')).toBeVisible();
    await expectAccessibleScreen(owner.page, 'create terms from a document');
    await dialog.getByRole('button', { name: 'Choose from the Room' }).click();
    const file = { name: 'agreement.pdf', mimeType: 'application/pdf', buffer: pdf };
    await dialog.getByLabel('Choose File').setInputFiles(file);
    await expect(dialog.getByText('agreement.pdf')).toBeVisible();
    await dialog.getByRole('button', { name: 'Create Terms' }).click();
    await expect(owner.page.getByRole('list', { name: 'Terms' })).toContainText('Version 1');
  });

  const [terms] = await (await owner.page.request.get('/api/terms')).json();
  const created = await owner.page.request.post('/api/links', {
    data: {
      name: 'Fund X',
      targets: [{ kind: 'folder', id: folder.id }],
      settings: { termsId: terms.id, greeting: 'Welcome to the sale of Northwind.' },
    },
  });
  const { url } = await created.json();

  await test.step('the visitor reads and accepts it', async () => {
    await page.goto(url);
    await page.getByLabel('Your email address').fill('buyer@example.com');
    await page.getByRole('button', { name: 'Continue' }).click();
    const first = page.getByRole('img', { name: 'Page 1 of 2 of agreement.pdf' });
    await expect(first).toBeVisible();
    await expect
      .poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await page.getByText('Text of the document').click();
    await expect(page.getByText('For five years.')).toBeVisible();
    await expectAccessibleScreen(page, 'a document as terms');
    await page.getByRole('checkbox', { name: 'I have read' }).check();
    await page.getByRole('button', { name: 'Accept and continue' }).click();
    await expect(page.getByRole('heading', { name: folder.name, level: 1 })).toBeVisible();
    await expect(page.getByText('Welcome to the sale of Northwind.')).toBeVisible();
  });

  await test.step('the owner sees the document, and can publish another one', async () => {
    await owner.page.getByRole('button', { name: 'Actions for Confidentiality agreement' }).click();
    await owner.page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = owner.page.getByRole('dialog', { name: 'Edit Terms' });
    await expect(dialog.getByText('agreement.pdf')).toBeVisible();
    const download = owner.page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('agreement.pdf');
  });
});

import { expect } from '@playwright/test';
import { createPdf } from '#server/testing/sample-documents/sample-documents.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { newAccount } from '../../support/fixtures/test.ts';
import { test } from '../../support/fixtures/test-with-mail.ts';

const EMAIL = 'reader@example.com';

test('a visitor with a code sees the first page at once, while the app starts below it', {
  tag: '@full',
}, async ({ page, mailbox, newBrowser }) => {
  const owner = await newBrowser();
  await owner.api.register(newAccount());
  const pdf = await createPdf();
  for (let count = 0; count < 3; count += 1) pdf.addPage([600, 800]);
  const buffer = Buffer.from(await pdf.save());
  const file = await owner.api.upload({ name: 'Contract.pdf', mimeType: 'application/pdf', buffer });
  const targets = [{ kind: 'file', id: file.id }];
  const data = { name: 'One', targets, settings: { requireCode: true } };
  const { url } = await (await owner.page.request.post('/api/links', { data })).json();

  await page.goto(url);
  await page.getByLabel('Your email address').fill(EMAIL);
  await page.getByRole('button', { name: 'Send code' }).click();
  const code = await mailbox.waitForCode(EMAIL);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  // The answer that the app waits for comes only when the page has been seen.
  const isSeen = Promise.withResolvers<void>();
  await page.route('**/api/start', async (route) => {
    await isSeen.promise;
    await route.continue();
  });
  await page.getByLabel('Code from the email').fill(code);

  await test.step('the page is there before the app has its first answer', async () => {
    await expect(page.getByRole('img', { name: 'Page 1', exact: true })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Loading the document' })).toBeVisible();
    isSeen.resolve();
  });
  await test.step('the app takes over with the same image', async () => {
    await expect(page.getByRole('img', { name: 'Page 1 of 3' })).toBeVisible();
    await expect(page.getByText('Loading the document')).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`/file/${file.id}$`));
    await expect(page).toHaveTitle(/Contract.pdf/);
    await expectAccessibleScreen(page, 'document after the access page');
  });
  const first = `GET /api/files/${file.id}/pages/1`;
  const known = requests.filter((request) => !request.includes('/assets/'));
  expect(known.slice(0, 2).map((request) => request.replace(/link-access\/[\w-]+/, 'link-access'))).toEqual([
    'POST /api/link-access/code',
    first,
  ]);
  expect(known.filter((request) => request === first)).toHaveLength(1);

  await page.reload();
  await expect(page.getByRole('img', { name: 'Page 1 of 3' })).toBeVisible();
});

import { expect, type Locator } from '@playwright/test';
import { makePdf, makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

const NOTICE = 'You can view this file, but downloading it is restricted. Pages are shown as images';

const DOCUMENT = await makePdf(
  'Deed.pdf',
  Array.from({ length: 12 }, (_, at) => ({ heading: `Part ${at + 1}`, paragraphs: ['A clause.'] })),
);

/** Page images that are loaded and visible. */
async function expectImageLoaded(pageImage: Locator): Promise<void> {
  await expect(pageImage).toBeInViewport();
  await expect
    .poll(() => pageImage.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
}

test('a restricted document is read as page images', async ({ page, user: _, api }) => {
  const { id } = await api.upload(DOCUMENT, { allowDownload: false });
  await page.goto(`/file/${id}?page=3`);
  await expect(page.getByText(NOTICE)).toBeVisible();
  await expectImageLoaded(page.getByRole('img', { name: 'Page 3 of 12' }));
  const pageNumber = page.getByLabel('Page number');
  await expect(pageNumber).toHaveValue('3');
  await expect(page.locator('iframe')).toHaveCount(0);

  await expectAccessibleScreen(page, 'the pages of a document');

  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(pageNumber).toHaveValue('4');
  await pageNumber.fill('11');
  await pageNumber.press('Enter');
  await expectImageLoaded(page.getByRole('img', { name: 'Page 11 of 12' }));
  // Only visible pages of a long document and the two around them are rendered.
  expect(await page.getByRole('img', { name: /^Page \d+ of 12$/ }).count()).toBeLessThan(8);

  const pages = page.getByRole('region', { name: 'Pages of Deed.pdf' });
  await pages.focus();
  await pages.press('+');
  await expect(page.getByLabel('Zoom', { exact: true })).toHaveText('125%');
  await expect(pageNumber).toHaveValue('11');
  await pages.press('0');
  await expect(page.getByLabel('Zoom', { exact: true })).toHaveText('100%');
  await pages.press('Home');
  await expect(pageNumber).toHaveValue('1');
});

test('page images cannot be printed', async ({ page, user: _, api }) => {
  const { id } = await api.upload(DOCUMENT, { allowDownload: false });
  await page.goto(`/file/${id}`);
  await expectImageLoaded(page.getByRole('img', { name: 'Page 1 of 12' }));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('img', { name: 'Page 1 of 12' })).toBeHidden();
  await expect(page.getByText("The pages of this file can't be printed.")).toBeVisible();
});

test('a document without pages explains why', { tag: '@full' }, async ({ page, user: _, api }) => {
  const broken = await api.upload(makeText('Broken.pdf', '%PDF-1.7 rubbish'), { allowDownload: false });
  await page.goto(`/file/${broken.id}`);
  await expect(page.getByText("This file is damaged and can't be shown.")).toBeVisible();
  const empty = await api.upload(makeText('Empty.pdf', ''), { allowDownload: false });
  await page.goto(`/file/${empty.id}`);
  await expect(page.getByText('This file is empty.')).toBeVisible();
});

test('a page image that failed to load can be retried', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  const { id } = await api.upload(DOCUMENT, { allowDownload: false });
  const address = `**/api/files/${id}/pages/1?*`;
  await page.route(address, (route) => route.fulfill({ status: 503 }));
  consoleErrors.expectFailedRequest(`503 GET /api/files/${id}/pages/1`);
  await page.goto(`/file/${id}`);
  await expect(page.getByText('Page 1 of 12 could not be loaded.')).toBeVisible();
  await page.unroute(address);
  await page.getByRole('alert').getByRole('button', { name: 'Try Again' }).click();
  await expectImageLoaded(page.getByRole('img', { name: 'Page 1 of 12' }));
});

test('an expired page signature is renewed without reloading visible pages', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const { id } = await api.upload(DOCUMENT, { allowDownload: false });
  const requested: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith(`/api/files/${id}/pages/`)) requested.push(url);
  });
  await page.clock.install();
  await page.goto(`/file/${id}`);
  for (const number of [1, 2, 3]) {
    const pageImage = page.getByRole('img', { name: `Page ${number} of 12` });
    await expect
      .poll(() => pageImage.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
  const before = requested.splice(0);
  const ended = before[0]?.searchParams.get('signature') ?? '';
  // The clock of the server is unchanged; an unexpected rejection fails the test.
  await page.route(
    (url) => url.searchParams.get('signature') === ended,
    (route) => route.fulfill({ status: 404 }),
  );
  // No timer runs meanwhile, as on a machine that was suspended.
  await page.clock.setSystemTime(Date.now() + 60 * 60_000);
  const pageNumber = page.getByLabel('Page number');
  await pageNumber.fill('11');
  await pageNumber.press('Enter');
  await expectImageLoaded(page.getByRole('img', { name: 'Page 11 of 12' }));
  expect(requested.filter((url) => /\/pages\/[123]$/.test(url.pathname))).toEqual([]);
  expect(new Set(requested.map((url) => url.searchParams.get('signature'))).size).toBe(1);
});

test('a restricted document is searched on the server, and reading continues where it stopped', {
  tag: '@full',
}, async ({ page, user: _, api }) => {
  const { id } = await api.upload(DOCUMENT, { allowDownload: false });
  await page.goto(`/file/${id}`);
  await expectImageLoaded(page.getByRole('img', { name: 'Page 1 of 12' }));
  await page.getByRole('button', { name: 'Thumbnails' }).click();
  const thumbnails = page.getByRole('navigation', { name: 'Pages' });
  await thumbnails.getByRole('button', { name: 'Go to page 3' }).click();
  await expect(page.getByLabel('Page number')).toHaveValue('3');

  await page.getByRole('button', { name: 'Find in document' }).click();
  const find = page.getByRole('search', { name: 'Find in document' });
  await find.getByRole('textbox').fill('part 11');
  await expect(find.getByRole('status')).toHaveText('1 of 1');
  await expectImageLoaded(page.getByRole('img', { name: 'Page 11 of 12' }));
  await expectAccessibleScreen(page, 'find in page images');
  await find.getByRole('textbox').fill('unicorn');
  await expect(find.getByRole('status')).toHaveText('No matches');
  await find.getByRole('textbox').press('Escape');
  await expect(find).toBeHidden();

  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page.getByLabel('Page number')).toHaveValue('11');
  await page.reload();
  await expect(page.getByLabel('Page number')).toHaveValue('11');
  await expect(page.getByLabel('Zoom', { exact: true })).toHaveText('125%');

  // A citation is opened at its words, which are marked.
  await page.goto(`/file/${id}?page=5&quote=Part%205`);
  await expectImageLoaded(page.getByRole('img', { name: 'Page 5 of 12' }));
  await expect(page.getByRole('listitem').locator('[data-mark]').first()).toBeInViewport();
});

import { expect, type Page } from '@playwright/test';
import { makePdf } from '#server/testing/sample-documents/sample-documents.ts';
import { pdfViewerFrame } from '../../support/actions/pdf-viewer.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

const makeLease = (name: string) =>
  makePdf(
    name,
    Array.from({ length: 6 }, (_, at) => ({ heading: `Part ${at + 1}`, paragraphs: ['A clause.'] })),
  );

test('a document has one bar, which controls its viewer', async ({ page, user: _, api }) => {
  const lease = await makeLease('B lease.pdf');
  const { id } = await api.upload(lease);
  await api.upload(await makeLease('A lease.pdf'));
  await page.goto(`/file/${id}`);
  const frame = pdfViewerFrame(page, lease.name);
  await expect(frame.getByText('Part 1')).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(frame.getByRole('region', { name: 'Toolbar' })).toBeHidden();
  const pageNumber = page.getByLabel('Page number');
  await expect(pageNumber).toHaveValue('1');
  await expectAccessibleScreen(page, 'a document with its bar');

  await pageNumber.fill('4');
  await pageNumber.press('Enter');
  await expect(frame.getByText('Part 4')).toBeInViewport();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.keyboard.press('Control+f');
  await expect(frame.getByRole('search').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('part 6');
  await expect(frame.getByRole('search').getByRole('status')).toHaveText('1 of 1');
  await page.keyboard.press('Escape');
  await expect(frame.getByRole('search')).toBeHidden();
  await expect(pageNumber).toHaveValue('6');
  const zoom = await page.getByLabel('Zoom', { exact: true }).textContent();
  await page.reload();
  await expect(pageNumber).toHaveValue('6');
  await expect(page.getByLabel('Zoom', { exact: true })).toHaveText(String(zoom));

  // A key that the viewer does not use reaches the page around its frame.
  await frame.locator('#pages').focus();
  await page.keyboard.down('[');
  await expect(page.getByRole('heading', { name: 'A lease.pdf', level: 1 })).toBeVisible();
  // The frame that received the key is gone; a browser may never confirm events that are still on their way to it.
  await page.keyboard.up('[');
});

test('a document on a phone keeps its controls in the menu of the one bar', async ({
  page,
  user: _,
  api,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const lease = await makeLease('A lease with a name that is too long for a phone.pdf');
  const { id } = await api.upload(lease);
  await page.goto(`/file/${id}`);
  const frame = pdfViewerFrame(page, lease.name);
  await expect(frame.getByText('Part 1')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Thumbnails' }).click();
  await expect(frame.getByRole('navigation', { name: 'Pages' })).toBeVisible();
});

/** Presses an arrow key faster than any viewer answers. */
const pressArrow = (page: Page, key: string, times: number) =>
  page.evaluate(
    ([pressed, count]) => {
      for (let at = 0; at < count; at += 1)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true }));
    },
    [key, times] as const,
  );

test('each press of an arrow key turns a page, in a PDF and in page images', async ({
  page,
  user: _,
  api,
}) => {
  const pdf = await api.upload(await makeLease('Open.pdf'));
  const restricted = await api.upload(await makeLease('Restricted.pdf'), { allowDownload: false });
  for (const { id } of [pdf, restricted]) {
    await page.goto(`/file/${id}`);
    const pageNumber = page.getByLabel('Page number');
    await expect(pageNumber).toHaveValue('1');
    await pressArrow(page, 'ArrowRight', 3);
    await expect(pageNumber).toHaveValue('4');
    await pressArrow(page, 'ArrowLeft', 2);
    await expect(pageNumber).toHaveValue('2');
    await pressArrow(page, 'ArrowRight', 9);
    await expect(pageNumber).toHaveValue('6');
  }
});

import { expect } from '@playwright/test';
import { makePdf } from '#server/testing/sample-documents/sample-documents.ts';
import { pdfViewerFrame } from '../../support/actions/pdf-viewer.ts';
import { pressEscape } from '../../support/actions/press-escape.ts';
import { enter, expectFocusKept, tabTo } from '../../support/actions/tab-to.ts';
import { test } from '../../support/fixtures/test.ts';

test('a document is opened, paged through and searched by keyboard only', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const lease = await makePdf(
    'Lease.pdf',
    Array.from({ length: 6 }, (_each, at) => ({ heading: `Part ${at + 1}`, paragraphs: ['A clause.'] })),
  );
  const { id } = await api.upload(lease);
  await api.waitForExtraction(id);
  await page.goto('/');
  const link = page.getByRole('main').getByRole('table').getByRole('link', { name: 'Lease.pdf' });
  await enter(page, link);
  const frame = pdfViewerFrame(page, 'Lease.pdf');
  await expect(frame.getByText('Part 1')).toBeVisible();
  const pageNumber = page.getByLabel('Page number');
  await page.keyboard.press('ArrowRight');
  await expect(pageNumber).toHaveValue('2');
  await page.keyboard.press('ArrowLeft');
  await expect(pageNumber).toHaveValue('1');
  await tabTo(page, pageNumber);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await expect(frame.getByText('Part 4')).toBeInViewport();

  await page.keyboard.press('Control+f');
  const find = frame.getByRole('search');
  await expect(find.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('part 6');
  await expect(find.getByRole('status')).toHaveText('1 of 1');
  await pressEscape(page);
  await expect(find).toBeHidden();
  await expect(pageNumber).toHaveValue('6');
  await expectFocusKept(page);

  // Out of the document again, in the other direction. Escape closes the topmost only: the panel, and the document stays.
  await tabTo(page, page.getByRole('button', { name: /^Share/ }).first(), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Share Lease.pdf' });
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/file/${id}`));
  await tabTo(page, page.getByRole('link', { name: 'Back to Files' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await expectFocusKept(page);
});

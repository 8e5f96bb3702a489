import { expect } from '@playwright/test';
import { makeDocx, makePptx, makeText, makeXlsx } from '#server/testing/sample-documents/sample-documents.ts';
import { fileRow } from '../../support/actions/files-table.ts';
import { pdfViewerFrame } from '../../support/actions/pdf-viewer.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';
import {
  listMaliciousDocuments,
  makeMaliciousSvg,
} from '../../support/malicious-files/malicious-documents.ts';

const CLAUSE = 'Either party may terminate this agreement with a notice period of nine months.';

test('a Word document shows the cited passage highlighted', async ({ page, user: _, api }) => {
  const file = await api.upload(
    makeDocx('Agreement.docx', ['Agreement', ...Array(80).fill('Filler.'), CLAUSE]),
  );
  await page.goto(`/file/${file.id}?quote=${encodeURIComponent(CLAUSE)}`);
  const frame = pdfViewerFrame(page, file.name);
  await expect(frame.getByText(CLAUSE)).toBeInViewport();
  const marked = () => [...(CSS.highlights.get('passage') ?? [])].map(String).join(' ');
  await expect.poll(() => frame.locator('body').evaluate(marked)).toContain('nine months');
  // The document states no page settings: a sheet of Letter or A4 with margins of an inch.
  const sheet = await frame
    .locator('section.docx')
    .first()
    .evaluate((page) => ({
      width: Math.round(page.getBoundingClientRect().width),
      padding: getComputedStyle(page).paddingLeft,
    }));
  expect([794, 816]).toContain(sheet.width);
  expect(sheet.padding).toBe('96px');
  await expectAccessibleScreen(page, 'a Word document');
});

test('a slow server conversion falls back to the browser', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const file = await api.upload(makeDocx('Agreement.docx', [CLAUSE]));
  // Never answered, like a server with many documents to convert.
  await page.route(`**/api/files/${file.id}/pdf`, () => undefined);
  await page.clock.install();
  await page.goto(`/file/${file.id}`);
  await expect(page.getByText('Preparing document')).toBeVisible();
  await page.clock.fastForward(20_000);
  await expect(pdfViewerFrame(page, file.name).getByText(CLAUSE)).toBeVisible();
});

test('a workbook opens at the cited row', async ({ page, user: _, api }) => {
  const rows = Array.from({ length: 3000 }, (_row, index) => [`Customer ${index}`, String(index * 7)]);
  const file = await api.upload(makeXlsx('Revenue.xlsx', [['Customer', 'Revenue'], ...rows]));
  await page.goto(
    `/file/${file.id}?sheet=Sheet1&quote=${encodeURIComponent('Customer: Customer 2741; Revenue: 19187')}`,
  );
  const row = page.getByRole('row').filter({ hasText: '19187' });
  await expect(row).toBeInViewport();
  await expect(row).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('cell', { name: 'Revenue', exact: true })).toBeInViewport();
  expect(await page.getByRole('row').count()).toBeLessThan(100);
  await expectAccessibleScreen(page, 'a workbook');
});

test('slides, tables, Markdown, JSON and code are shown', async ({ page, user: _, api }) => {
  const slides = await api.upload(makePptx('Budget.pptx', ['Expenditure of 6.4 million euros']));
  await page.goto(`/file/${slides.id}?slide=1`);
  const text = pdfViewerFrame(page, slides.name).getByText('6.4 million');
  await expect(text).toBeVisible();
  // The slides state no places for their texts.
  expect((await text.boundingBox())?.width).toBeGreaterThan(200);
  const table = await api.upload(makeText('Staff.csv', 'Department,People\nProduction,212\n'));
  await page.goto(`/file/${table.id}`);
  await expect(page.getByRole('cell', { name: '212' })).toBeVisible();
  const minutes = await api.upload(makeText('Minutes.md', '# Board\n\nThe board *approves*.'));
  await page.goto(`/file/${minutes.id}`);
  await expect(pdfViewerFrame(page, minutes.name).getByRole('heading', { name: 'Board' })).toBeVisible();
  await page.getByRole('tab', { name: 'Plain Text' }).click();
  await expect(page.getByText('The board *approves*.')).toBeVisible();
  const terms = await api.upload(makeText('Terms.json', '{"price":{"amount":12}}'));
  await page.goto(`/file/${terms.id}`);
  await page.getByText('price').click();
  await expect(page.getByText('amount')).toBeVisible();
  const script = await api.upload(makeText('close.py', 'print("closing")'));
  await page.goto(`/file/${script.id}`);
  await expect(page.getByText('print("closing")')).toBeVisible();
});

test('scripts and external references in documents have no effect', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  consoleErrors,
}) => {
  consoleErrors.allowSandboxPolicyErrors();
  page.on('dialog', (dialog) => {
    throw new Error(`a document opened a dialog: ${dialog.message()}`);
  });
  for (const document of listMaliciousDocuments()) {
    const file = await api.upload(document);
    await page.goto(`/file/${file.id}`);
    const isFramed = /[.](?:docx|md|eml)$/.test(file.name);
    const words = (isFramed ? pdfViewerFrame(page, file.name) : page).getByText('quiet text').first();
    await expect(words, file.name).toBeVisible();
    const origins = page.frames().map((frame) => new URL(frame.url()).origin);
    expect(new Set(origins), file.name).toEqual(new Set([new URL(page.url()).origin]));
    if (isFramed) {
      const frame = pdfViewerFrame(page, file.name);
      await expect(
        frame.locator('script:not([src]), iframe, object, form, [onerror], [href^="javascript"]'),
      ).toHaveCount(0);
      // A script that ran in the frame could not use the session.
      await expect(frame.locator('body').evaluate('document.cookie')).rejects.toThrow('sandboxed');
    }
  }
  const image = await api.upload(makeMaliciousSvg());
  await page.goto(`/file/${image.id}`);
  await expect(page.getByRole('img', { name: image.name })).toBeVisible();
});

test('a file with the wrong content is reported as damaged', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  for (const name of ['Broken.docx', 'Broken.pptx', 'Broken.xlsx']) {
    const file = await api.upload(makeText(name, `PK\u0003\u0004 no package`));
    await page.goto(`/file/${file.id}`);
    await expect(page.getByRole('alert').filter({ hasText: 'damaged' })).toBeVisible();
  }
});

test('the preview dialog shows Office files and links others', { tag: '@full' }, async ({
  page,
  user: _,
  api,
}) => {
  const letter = await api.upload(makeDocx('Letter.docx', ['The ferry sails at noon.']));
  const note = await api.upload(makeText('Note.txt', 'A note.'));
  await page.goto('/');
  for (const { name } of [letter, note]) {
    await fileRow(page, name).getByRole('link', { name }).click();
    // Uses the keyboard: the button moves while the picture of the first page arrives.
    await page.getByRole('complementary', { name }).getByRole('button', { name: 'Preview' }).press('Enter');
    const dialog = page.getByRole('dialog', { name });
    if (name === letter.name) {
      await expect(pdfViewerFrame(page, name).getByText('The ferry sails at noon.')).toBeVisible();
    } else {
      await expect(
        dialog.getByText('This file type cannot be previewed directly in this view.'),
      ).toBeVisible();
      await expect(dialog.getByRole('link', { name: 'Full View' })).toHaveAttribute(
        'href',
        `/file/${note.id}`,
      );
    }
    await dialog.getByRole('button', { name: 'Close' }).click();
  }
});

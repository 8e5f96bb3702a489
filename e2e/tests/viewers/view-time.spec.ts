import { expect, type Page } from '@playwright/test';
import type { BrowserApi } from '#server/testing/browser/browser-api.ts';
import { makeDocx, makePdf, makeText } from '#server/testing/sample-documents/sample-documents.ts';
import { pdfViewerFrame } from '../../support/actions/pdf-viewer.ts';
import { expectAccessibleScreen } from '../../support/appearance/expect-accessible.ts';
import { test } from '../../support/fixtures/test.ts';

const FOLDER = /\/folder\/\d+$/;
const NOTICE = 'Views of this file are recorded: time, pages and duration.';
const DOCUMENT = await makePdf(
  'Deed.pdf',
  Array.from({ length: 12 }, (_, at) => ({ heading: `Part ${at + 1}`, paragraphs: ['A clause.'] })),
);

/** Creates a folder of the user and an invitation link for a visitor to it. */
async function createSharedFolder(api: BrowserApi) {
  const { id: folderId } = await api.createFolder('Deal');
  const visitor = { folderIds: [folderId], role: 'visitor', allowDownload: true } as const;
  return { folderId, link: await api.invite('reader@example.com', visitor) };
}

/** Opens the link, which leads to its only folder. */
async function followLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.waitForURL(FOLDER);
}

/** Waits until the visible content has been visible for this long. */
async function waitWhileVisible(page: Page, ms: number): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction(([since, ms]) => performance.now() - since > ms, [since, ms] as const);
}

/** Returns the seconds of a page in the owner's table, `undefined` when it has no row. */
async function readSeconds(owner: Page, pageName: string): Promise<number> {
  const table = owner.getByRole('table', { name: 'Time in view by page' });
  const row = table.getByRole('row').filter({ has: owner.getByText(pageName, { exact: true }) });
  if ((await row.count()) === 0) return 0;
  return Number.parseInt(await row.getByRole('cell').nth(1).innerText(), 10);
}

test('an owner sees how long a visitor viewed each page', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  newBrowser,
}) => {
  const { folderId, link } = await createSharedFolder(api);
  const { id } = await api.upload(DOCUMENT, { folderId });
  const visitorBrowser = await newBrowser();
  await followLink(visitorBrowser.page, link);
  await visitorBrowser.page.goto(`/file/${id}?page=2`);
  await expect(visitorBrowser.page.getByText(NOTICE)).toBeVisible();
  const viewer = pdfViewerFrame(visitorBrowser.page, DOCUMENT.name);
  await expect(viewer.getByText('Part 2')).toBeVisible();
  await waitWhileVisible(visitorBrowser.page, 3_000);
  const pageNumber = visitorBrowser.page.getByLabel('Page number');
  await pageNumber.fill('9');
  await pageNumber.press('Enter');
  await expect(viewer.getByText('Part 9')).toBeVisible();
  await waitWhileVisible(visitorBrowser.page, 1_000);
  await visitorBrowser.page.close({ runBeforeUnload: true });

  await expect(async () => {
    await page.goto(`/file/${id}/views`);
    await page.getByText('Show as a table').click();
    const [second, ninth] = [await readSeconds(page, 'Page 2'), await readSeconds(page, 'Page 9')];
    expect(second).toBeGreaterThanOrEqual(3);
    expect(second).toBeLessThan(12);
    expect(ninth).toBeGreaterThanOrEqual(1);
    expect(ninth).toBeLessThan(10);
  }).toPass();
  await expect(page.getByRole('table', { name: 'Viewers' })).toContainText('reader@example.com');
  await expectAccessibleScreen(page, 'the views of a file');
  await page.getByRole('tab', { name: 'Every View' }).click();
  const views = page.getByRole('table', { name: 'Views' });
  await expect(views.getByRole('row').filter({ hasText: 'reader@example.com' })).toContainText(/2 \(\d+ s\)/);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('Deed.pdf views.csv');
});

test('view time of page images is recorded per page', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  newBrowser,
}) => {
  const { folderId, link } = await createSharedFolder(api);
  const { id } = await api.upload(DOCUMENT, { folderId, allowDownload: false });
  const visitorBrowser = await newBrowser();
  await followLink(visitorBrowser.page, link);
  await visitorBrowser.page.goto(`/file/${id}?page=4`);
  await expect(visitorBrowser.page.getByText(NOTICE)).toBeVisible();
  await expect(visitorBrowser.page.getByRole('img', { name: 'Page 4 of 12' })).toBeInViewport();
  await waitWhileVisible(visitorBrowser.page, 2_000);
  // Navigation inside the app closes no tab: the time is reported when the viewer unmounts.
  await visitorBrowser.page.getByRole('link', { name: 'Back to Files' }).click();
  await visitorBrowser.page.waitForURL(FOLDER);

  await page.goto('/file-views');
  await page.getByRole('link', { name: /who viewed which pages of Deed.pdf/ }).click();
  await page.getByText('Show as a table').click();
  expect(await readSeconds(page, 'Page 4')).toBeGreaterThanOrEqual(2);
});

test('framed documents, text files and previews count as one page', { tag: '@full' }, async ({
  page,
  user: _,
  api,
  newBrowser,
}) => {
  const { folderId, link } = await createSharedFolder(api);
  const letter = await api.upload(makeDocx('Letter.docx', ['Dear all']), { folderId });
  const note = await api.upload(makeText('Note.txt', 'To whom it may concern'), { folderId });
  await page.goto(`/file/${note.id}`);
  await expect(page.getByText('To whom it may concern')).toBeVisible();
  await expect(page.getByText(NOTICE)).toHaveCount(0);

  const visitorBrowser = await newBrowser();
  await followLink(visitorBrowser.page, link);
  await visitorBrowser.page.goto(`/file/${letter.id}`);
  await expect(pdfViewerFrame(visitorBrowser.page, letter.name).getByText('Dear all')).toBeVisible();
  await waitWhileVisible(visitorBrowser.page, 1_000);
  await visitorBrowser.page.goto(`/folder/${folderId}`);
  await visitorBrowser.page.getByRole('row').filter({ hasText: note.name }).click();
  const panel = visitorBrowser.page.getByRole('complementary', { name: note.name });
  await expect(panel.getByText(NOTICE)).toBeVisible();
  await waitWhileVisible(visitorBrowser.page, 1_000);
  await visitorBrowser.page.goto('about:blank');
  for (const { id } of [letter, note]) {
    await expect(async () => {
      await page.goto(`/file/${id}/views`);
      const row = page
        .getByRole('table', { name: 'Viewers' })
        .getByRole('row')
        .filter({ hasText: 'reader@' });
      await expect(row).toContainText(/\d+ s/, { timeout: 1_000 });
    }).toPass();
  }
});

test('a viewer behind a dialog records no view time', { tag: '@full' }, async ({
  user: _,
  api,
  newBrowser,
}) => {
  const { folderId, link } = await createSharedFolder(api);
  await api.upload(DOCUMENT, { folderId });
  const visitorBrowser = await newBrowser();
  await followLink(visitorBrowser.page, link);
  const reportedMs: number[] = [];
  visitorBrowser.page.on('request', (request) => {
    if (!request.url().endsWith('/views')) return;
    reportedMs.push(...request.postDataJSON().pages.map((time: { page: number }) => time.page));
  });
  await visitorBrowser.page.getByRole('row').filter({ hasText: DOCUMENT.name }).click();
  await expect(
    pdfViewerFrame(visitorBrowser.page, `Preview of ${DOCUMENT.name}`).getByText('Part 1'),
  ).toBeVisible();
  await visitorBrowser.page.getByRole('button', { name: 'Preview', exact: true }).click();
  const pageNumber = pdfViewerFrame(visitorBrowser.page, DOCUMENT.name).getByLabel('Page number');
  await pageNumber.fill('9');
  await pageNumber.press('Enter');
  // The panel behind the dialog would send an empty report too, between the second and third of the dialog.
  await expect.poll(() => reportedMs.filter((page) => page === 9).length).toBe(2);
  const before = reportedMs.length;
  await expect.poll(() => reportedMs.filter((page) => page === 9).length).toBe(3);
  expect(new Set(reportedMs.slice(before))).toEqual(new Set([9]));
});

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildViewer,
  makeMaliciousPdf,
  makePdf,
  startViewerServer,
  type ViewerServer,
} from './testing/viewer-server.ts';

/** The browser that `npm test` found or installed; without it that of Debian, or Playwright's own. */
const executablePath = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find(
  (path) => path !== undefined && existsSync(path),
);
let folder: string;
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muniment-viewer-'));
  await buildViewer(folder);
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

type OpenViewer = {
  page: Page;
  consoleMessages: string[];
  /** URLs requested from other origins. */
  externalRequests: string[];
  server: ViewerServer;
};

/** Opens a PDF in the viewer; `parameters` is appended to the URL, `initScript` runs before the page's scripts. */
async function openViewer(
  pdf: Uint8Array,
  parameters: string,
  run: (viewer: OpenViewer) => Promise<void>,
  initScript = '',
): Promise<void> {
  await using server = await startViewerServer(folder);
  server.files.set('1', pdf);
  const context = await browser.newContext({ viewport: { width: 900, height: 700 }, colorScheme: 'light' });
  const page = await context.newPage();
  const consoleMessages: string[] = [];
  const externalRequests: string[] = [];
  page.on('console', (message) => consoleMessages.push(message.text()));
  page.on('pageerror', (error) => consoleMessages.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.base) && !/^(data|blob):/.test(request.url()))
      externalRequests.push(request.url());
  });
  if (initScript !== '') await page.addInitScript(initScript);
  await page.goto(`${server.base}/pdfjs/viewer.html?fileId=1${parameters}`);
  await run({ page, consoleMessages, externalRequests, server });
  await context.close();
}

/** Resolves when the highlighted ranges together have this text. */
async function waitForHighlight(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (expected) => Array.from(CSS.highlights.get('passage') ?? [], String).join('') === expected,
    text,
  );
}

async function goToPage(page: Page, number: number): Promise<void> {
  await page.getByLabel('Page number').fill(String(number));
  await page.keyboard.press('Enter');
  await page.locator(`.page[data-page-number="${number}"] .textLayer span`).first().waitFor();
}

const PASSAGE = `&page=3&quote=${encodeURIComponent('“over the lazy dog,\nand passage 3”')}`;
const HIGHLIGHTED = 'over the la-zy dog, and passage 3';

test('a document is displayed without console messages and without requests to other origins', async () =>
  openViewer(await makePdf(3), '', async ({ page, consoleMessages, externalRequests }) => {
    await page.locator('.textLayer span').first().waitFor();
    await page.waitForFunction(() => document.title === 'File 1.pdf');
    expect(await page.locator('#page-count').textContent()).toBe('/ 3');
    expect(page.workers()).toHaveLength(2);
    expect({ consoleMessages, externalRequests }).toEqual({ consoleMessages: [], externalRequests: [] });
  }));

test('the cited passage is highlighted across lines and scrolled to the middle', async () =>
  openViewer(await makePdf(20), PASSAGE, async ({ page }) => {
    await waitForHighlight(page, HIGHLIGHTED);
    await page.waitForFunction(() => {
      const [first] = CSS.highlights.get('passage') ?? [];
      const top = first instanceof Range ? first.getBoundingClientRect().top : 0;
      return Math.abs(top - 370) < 30;
    });
  }));

test('the highlight survives zooming, rotating, searching and leaving the page', async () =>
  openViewer(await makePdf(20), PASSAGE, async ({ page }) => {
    await waitForHighlight(page, HIGHLIGHTED);
    await page.getByLabel('Zoom in').click();
    await waitForHighlight(page, HIGHLIGHTED);
    await page.getByLabel('Rotate').click();
    await waitForHighlight(page, HIGHLIGHTED);
    expect(await page.getByLabel('Page number').inputValue()).toBe('3');
    for (let number = 6; number <= 20; number += 1) await goToPage(page, number);
    await waitForHighlight(page, '');
    await goToPage(page, 3);
    await waitForHighlight(page, HIGHLIGHTED);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('passage');
    await page.locator('.textLayer .highlight').first().waitFor();
    await waitForHighlight(page, HIGHLIGHTED);
  }));

test('a passage on the page after the cited one is found', async () =>
  openViewer(await makePdf(4), '&page=2&quote=passage+3+ends+here', async ({ page }) => {
    await waitForHighlight(page, 'passage 3 ends here');
    expect(await page.getByLabel('Page number').inputValue()).toBe('3');
  }));

test('a missing passage shows a notice that can be dismissed', async () =>
  openViewer(await makePdf(3), '&page=2&quote=nothing+of+the+kind+stands+anywhere', async ({ page }) => {
    await page.getByText('The passage could not be located on this page.').waitFor();
    await page.getByLabel('Dismiss').click();
    await page.locator('#notice').waitFor({ state: 'hidden' });
  }));

test('a browser without the highlight API shows rectangles', async () =>
  openViewer(
    await makePdf(3),
    PASSAGE,
    async ({ page }) => {
      await page.locator('.passage-mark').first().waitFor();
      expect(await page.locator('.passage-mark').count()).toBe(2);
    },
    'Object.defineProperty(window, "CSS", { value: { supports: () => false } });',
  ));

test('links open in a new tab, scripts do not run and forms cannot be filled in', async () =>
  openViewer(await makeMaliciousPdf(), '', async ({ page }) => {
    const links = page.locator('.annotationLayer a');
    await links.first().waitFor({ state: 'attached' });
    const attributes = await links.evaluateAll((all) =>
      all.map((link) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name))),
    );
    expect(attributes.filter(([href]) => href)).toEqual([
      ['https://external.example/', '_blank', 'noopener noreferrer nofollow'],
    ]);
    await links.evaluateAll((all) => {
      for (const link of all.slice(1)) if (link instanceof HTMLElement) link.click();
    });
    expect(await page.locator('.annotationLayer :is(input, textarea)').count()).toBe(0);
    expect(await page.evaluate(() => 'scriptHasRun' in window)).toBe(false);
  }));

test('the find bar counts matches, goes to the next and previous one, and closes', async () =>
  openViewer(await makePdf(5), '', async ({ page }) => {
    await page.locator('.textLayer span').first().waitFor();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('brown fox');
    await page.getByText('1 of 5').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('2 of 5').waitFor();
    await page.keyboard.press('Shift+Enter');
    await page.getByText('1 of 5').waitFor();
    await page.keyboard.type('es');
    await page.getByText('No matches').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#find').waitFor({ state: 'hidden' });
  }));

test('a large file is fetched in parts and only visible thumbnails are rendered', async () =>
  openViewer(await makePdf(300, 100_000), '#page=250', async ({ page, server }) => {
    await page.locator('.page[data-page-number="250"] .textLayer span').first().waitFor();
    await page.getByRole('button', { name: 'Pages and outline' }).click();
    await page.locator('#thumbnails canvas').first().waitFor();
    expect(await page.locator('#thumbnails canvas').count()).toBeLessThan(15);
    expect(server.bytesSent).toBeLessThan(8_000_000);
  }));

const getReportedPages = ({ receivedBatches }: OpenViewer['server']): number[] =>
  receivedBatches.flatMap((batch) => JSON.parse(batch).pages.map(({ page }: { page: number }) => page));

/** Resolves when the visible page has been visible for long enough to count. */
async function waitUntilCounted(page: Page): Promise<void> {
  const startedAt = await page.evaluate(() => performance.now());
  await page.waitForFunction((start) => performance.now() - start > 300, startedAt);
}

test('a viewer in its own tab shows the tracking notice and reports the viewed pages when it closes', async () =>
  openViewer(await makePdf(3), '&page=2', async ({ page, server }) => {
    await page.getByText('Views of this file are recorded').waitFor();
    await waitUntilCounted(page);
    await goToPage(page, 3);
    await page.goto('about:blank');
    await expect.poll(() => getReportedPages(server)).toContain(2);
  }));

test('views that are not recorded show no notice and are not reported again', async () =>
  openViewer(await makePdf(3), '', async ({ page, server }) => {
    server.recorded = false;
    await page.reload();
    await goToPage(page, 2);
    await waitUntilCounted(page);
    expect(await page.getByText('Views of this file are recorded').isVisible()).toBe(false);
    const batchCount = server.receivedBatches.length;
    await page.reload();
    await page.locator('.textLayer span').first().waitFor();
    await expect.poll(() => server.receivedBatches.length, { timeout: 10_000 }).toBe(batchCount + 1);
    expect(getReportedPages(server)).not.toContain(2);
  }));

test.each([
  [401, 'Your session has ended. Please sign in again.'],
  [403, 'Access denied'],
])('access that ends with status %i shows: %s', async (status, message) =>
  openViewer(await makePdf(100, 100_000), '', async ({ page, server }) => {
    await page.locator('.textLayer span').first().waitFor();
    server.errorStatus = status;
    await page.getByLabel('Page number').fill('70');
    await page.keyboard.press('Enter');
    await page.getByText(message).waitFor();
  }),
);

test('a file that is not a PDF shows an error with a link to the full view', async () =>
  openViewer(new TextEncoder().encode('not a PDF'), '', async ({ page }) => {
    await page.getByText('Failed to load PDF preview').waitFor();
    expect(await page.getByRole('link', { name: 'Try full view' }).getAttribute('href')).toBe('/file/1');
  }));

test('a change of the color scheme in another page is applied', async () =>
  openViewer(await makePdf(1), '', async ({ page }) => {
    await page.evaluate(() =>
      window.dispatchEvent(new StorageEvent('storage', { key: 'muniment.color-scheme', newValue: 'dark' })),
    );
    await page.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === 'dark');
  }));

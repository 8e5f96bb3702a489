import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Frame, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFindBar } from './testing/open-find-bar.ts';
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
  /** The page that renders the document, with an opaque origin. */
  frame: Frame;
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
  // A document that cannot be opened may have lost its frame already.
  const frame = await getFrame(page).catch(() => page.mainFrame());
  await run({ page, frame, consoleMessages, externalRequests, server });
  await context.close();
}

async function getFrame(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  if (!frame) throw new Error('the frame was removed');
  return frame;
}

/** Resolves when the highlighted ranges together have this text. */
async function waitForHighlight(frame: Frame, text: string): Promise<void> {
  await frame.waitForFunction(
    (expected) => Array.from(CSS.highlights.get('passage') ?? [], String).join('') === expected,
    text,
  );
}

async function goToPage(frame: Frame, number: number): Promise<void> {
  await frame.getByLabel('Page number').fill(String(number));
  await frame.getByLabel('Page number').press('Enter');
  await frame.locator(`.page[data-page-number="${number}"] .textLayer span`).first().waitFor();
}

const PASSAGE = `&page=3&quote=${encodeURIComponent('“over the lazy dog,\nand passage 3”')}`;
const HIGHLIGHTED = 'over the la-zy dog, and passage 3';

test('a document is displayed without console messages and without requests to other origins', async () =>
  openViewer(await makePdf(3), '', async ({ page, frame, consoleMessages, externalRequests }) => {
    await frame.locator('.textLayer span').first().waitFor();
    await page.waitForFunction(() => document.title === 'File 1.pdf');
    expect(await frame.locator('#page-count').textContent()).toBe('/ 3');
    expect({ consoleMessages, externalRequests }).toEqual({ consoleMessages: [], externalRequests: [] });
  }));

test('the cited passage is highlighted across lines and scrolled to the middle', async () =>
  openViewer(await makePdf(20), PASSAGE, async ({ frame }) => {
    await waitForHighlight(frame, HIGHLIGHTED);
    await frame.waitForFunction(() => {
      const [first] = CSS.highlights.get('passage') ?? [];
      const top = first instanceof Range ? first.getBoundingClientRect().top : 0;
      return Math.abs(top - 370) < 30;
    });
  }));

test('the highlight survives zooming, rotating, searching and leaving the page', async () =>
  openViewer(await makePdf(20), PASSAGE, async ({ page, frame }) => {
    await waitForHighlight(frame, HIGHLIGHTED);
    await frame.getByLabel('Zoom in').click();
    await waitForHighlight(frame, HIGHLIGHTED);
    await frame.getByLabel('Rotate').click();
    await waitForHighlight(frame, HIGHLIGHTED);
    expect(await frame.getByLabel('Page number').inputValue()).toBe('3');
    for (let number = 6; number <= 20; number += 1) await goToPage(frame, number);
    await waitForHighlight(frame, '');
    await goToPage(frame, 3);
    await waitForHighlight(frame, HIGHLIGHTED);
    await openFindBar(page, frame);
    await page.keyboard.insertText('passage');
    await frame.locator('.textLayer .highlight').first().waitFor();
    await waitForHighlight(frame, HIGHLIGHTED);
  }));

test('a passage on the page after the cited one is found', async () =>
  openViewer(await makePdf(4), '&page=2&quote=passage+3+ends+here', async ({ frame }) => {
    await waitForHighlight(frame, 'passage 3 ends here');
    expect(await frame.getByLabel('Page number').inputValue()).toBe('3');
  }));

test('a missing passage shows a notice that can be dismissed', async () =>
  openViewer(await makePdf(3), '&page=2&quote=nothing+of+the+kind+stands+anywhere', async ({ frame }) => {
    await frame.getByText('The passage could not be located on this page.').waitFor();
    await frame.getByLabel('Dismiss').click();
    await frame.locator('#notice').waitFor({ state: 'hidden' });
  }));

test('a browser without the highlight API shows rectangles', async () =>
  openViewer(
    await makePdf(3),
    PASSAGE,
    async ({ frame }) => {
      await frame.locator('.passage-mark').first().waitFor();
      expect(await frame.locator('.passage-mark').count()).toBe(2);
    },
    'Object.defineProperty(window, "CSS", { value: { supports: () => false } });',
  ));

test('links open in a new tab, scripts do not run and forms cannot be filled in', async () =>
  openViewer(await makeMaliciousPdf(), '', async ({ page, frame }) => {
    const links = frame.locator('.annotationLayer a');
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
    expect(await frame.locator('.annotationLayer :is(input, textarea)').count()).toBe(0);
    for (const each of [page, frame]) expect(await each.evaluate(() => 'scriptHasRun' in window)).toBe(false);
  }));

test('code in the frame reaches neither cookies nor storage, the page around it, nor the server', async () =>
  openViewer(await makePdf(1), '', async ({ page, frame }) => {
    await frame.locator('.textLayer span').first().waitFor();
    await page.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: the other interface is missing in insecure contexts
      document.cookie = 'session=secret';
      localStorage.setItem('key', 'secret');
    });
    expect(await frame.evaluate(TRY_TO_ESCAPE)).toEqual({
      origin: 'null',
      cookie: 'SecurityError',
      localStorage: 'SecurityError',
      indexedDB: 'SecurityError',
      parentDocument: 'SecurityError',
      topLocation: 'SecurityError',
      request: 'TypeError',
      requestWithCookies: 'TypeError',
      ownDocument: 'TypeError',
    });
  }));

/** Tries what an attacker would in the frame, and returns the names of the errors. Runs in the frame, untyped. */
const TRY_TO_ESCAPE = `(async () => {
  const attempt = async (act) => {
    try { return String(await act()); } catch (error) { return error.name; }
  };
  return {
    origin: self.origin,
    cookie: await attempt(() => document.cookie),
    localStorage: await attempt(() => localStorage.getItem('key')),
    indexedDB: await attempt(() => new Promise((resolve, reject) => {
      const opening = indexedDB.open('a');
      opening.onsuccess = resolve;
      opening.onerror = () => reject(opening.error);
    })),
    parentDocument: await attempt(() => parent.document.title),
    topLocation: await attempt(() => { top.location = '/stolen'; }),
    request: await attempt(() => fetch('/api/user')),
    requestWithCookies: await attempt(() => fetch('/api/user', { credentials: 'include', mode: 'no-cors' })),
    ownDocument: await attempt(() => fetch('/api/files/1/view')),
  };
})()`;

test('the find bar counts matches, goes to the next and previous one, and closes', async () =>
  openViewer(await makePdf(5), '', async ({ page, frame }) => {
    await frame.locator('.textLayer span').first().waitFor();
    await openFindBar(page, frame);
    await page.keyboard.insertText('brown fox');
    await frame.getByText('1 of 5').waitFor();
    await page.keyboard.press('Enter');
    await frame.getByText('2 of 5').waitFor();
    await page.keyboard.press('Shift+Enter');
    await frame.getByText('1 of 5').waitFor();
    await page.keyboard.insertText('es');
    await frame.getByText('No matches').waitFor();
    await page.keyboard.press('Escape');
    await frame.locator('#find').waitFor({ state: 'hidden' });
  }));

test('a large file is fetched in parts and only visible thumbnails are rendered', async () =>
  openViewer(await makePdf(300, 100_000), '#page=250', async ({ frame, server }) => {
    await frame.locator('.page[data-page-number="250"] .textLayer span').first().waitFor();
    await frame.getByRole('button', { name: 'Pages and outline' }).click();
    await frame.locator('#thumbnails canvas').first().waitFor();
    expect(await frame.locator('#thumbnails canvas').count()).toBeLessThan(15);
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
  openViewer(await makePdf(3), '&page=2', async ({ page, frame, server }) => {
    await page.getByText('Views of this file are recorded').waitFor();
    await waitUntilCounted(page);
    await goToPage(frame, 3);
    await page.goto('about:blank');
    await expect.poll(() => getReportedPages(server)).toContain(2);
  }));

test('views that are not recorded show no notice and are not reported again', async () =>
  openViewer(await makePdf(3), '', async ({ page, server }) => {
    server.recorded = false;
    await page.reload();
    await goToPage(await getFrame(page), 2);
    await waitUntilCounted(page);
    expect(await page.getByText('Views of this file are recorded').isVisible()).toBe(false);
    const batchCount = server.receivedBatches.length;
    await page.reload();
    await (await getFrame(page)).locator('.textLayer span').first().waitFor();
    await expect.poll(() => server.receivedBatches.length, { timeout: 10_000 }).toBe(batchCount + 1);
    expect(getReportedPages(server)).not.toContain(2);
  }));

test.each([
  [401, 'Your session has ended. Sign in again.'],
  [403, 'Access denied'],
])('access that ends with status %i shows: %s', async (status, message) =>
  openViewer(await makePdf(100, 100_000), '', async ({ page, frame, server }) => {
    await frame.locator('.textLayer span').first().waitFor();
    server.errorStatus = status;
    await frame.getByLabel('Page number').fill('70');
    await frame.getByLabel('Page number').press('Enter');
    await page.getByText(message).waitFor();
  }),
);

test('a file that is not a PDF shows an error with a link to the full view', async () =>
  openViewer(new TextEncoder().encode('not a PDF'), '', async ({ page }) => {
    await page.getByText('Failed to load PDF preview').waitFor();
    expect(await page.getByRole('link', { name: 'Try full view' }).getAttribute('href')).toBe('/file/1');
  }));

test('a change of the color scheme in another page is applied', async () =>
  openViewer(await makePdf(1), '', async ({ page, frame }) => {
    await frame.locator('.textLayer span').first().waitFor();
    await page.evaluate(() =>
      window.dispatchEvent(new StorageEvent('storage', { key: 'muniment.color-scheme', newValue: 'dark' })),
    );
    await frame.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === 'dark');
  }));

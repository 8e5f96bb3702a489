import { gzipSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { type Browser, chromium, type Page } from '@playwright/test';
import { createBrowserApi } from '#server/testing/browser/browser-api.ts';
import { findBrowser } from '#server/testing/browser/find-browser.ts';
import { DEFAULT_PREFERENCES } from '#shared/domain/preferences.ts';
import { startBenchServer, withServer, withTemporaryDirectory } from '../harness/bench-server.ts';
import type { Figure } from '../harness/figures.ts';
import { isOfFirstScreen, openPage } from './open-page.ts';
import { measureOnSlowProcessor, READ_LAYOUT_SHIFT } from './paint-times.ts';

const OWNER = { username: 'owner', email: 'owner@example.test', password: 'bench-secret-1' };
const NEW_USER = { username: 'newcomer', email: 'newcomer@example.test', password: 'bench-secret-2' };
/** More than the home page shows at first. */
const FILES = 12;

type Headers = Record<string, string>;

/**
 * Measures what the first screen loads: the gzipped size of all scripts, files, requests, and the time until it is painted;
 * for an owner with files that have thumbnails, and for a new account, which is shown the tour.
 */
export function benchFirstLoad(): Promise<Figure[]> {
  return withTemporaryDirectory((dataDir) =>
    withServer(startBenchServer(dataDir), async ({ origin }) => {
      // As root the sandbox does not work; only our own pages are opened.
      const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
      try {
        const owner = await createOwner(browser, origin);
        const newUser = await register(browser, origin, NEW_USER, { tourSeen: false });
        return [
          ...(await measureSize(browser, '/auth', `${origin}/auth`, {})),
          ...(await measureSize(browser, '/', `${origin}/`, owner)),
          ...(await measureSize(browser, '/ of a new account', `${origin}/`, newUser)),
          ...(await measureSlowly(browser, '/ with thumbnails', `${origin}/`, owner, waitForThumbnails)),
          ...(await measureSlowly(browser, '/ of a new account', `${origin}/`, newUser, waitForTour)),
          ...(await measureOnSlowProcessor(browser, '/ with thumbnails', `${origin}/`, owner)),
          ...(await measureOnSlowProcessor(browser, '/ of a new account', `${origin}/`, newUser)),
        ];
      } finally {
        await browser.close();
      }
    }),
  );
}

async function register(
  browser: Browser,
  origin: string,
  account: typeof OWNER,
  preferences: { tourSeen: boolean },
): Promise<Headers> {
  const context = await browser.newContext({ baseURL: origin });
  await createBrowserApi(context.request).register(account);
  await context.request.patch('/api/user/preferences', { data: preferences });
  const cookies = await context.cookies();
  await context.close();
  return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
}

/** Creates an owner with files whose thumbnails are drawn. */
async function createOwner(browser: Browser, origin: string): Promise<Headers> {
  const headers = await register(browser, origin, OWNER, { tourSeen: true });
  const context = await browser.newContext({ baseURL: origin, extraHTTPHeaders: headers });
  const buffer = drawPage();
  const api = createBrowserApi(context.request);
  for (let at = 1; at <= FILES; at += 1)
    await api.upload({ name: `Lease ${at}.png`, mimeType: 'image/png', buffer });
  const page = await context.newPage();
  await page.goto('/');
  await waitForThumbnails(page);
  // The cache takes them in the background.
  await page.waitForTimeout(1_000);
  await context.close();
  return headers;
}

/** Draws a page with enough on it for a thumbnail, in black and white like most pages. */
function drawPage(): Buffer {
  const canvas = createCanvas(600, 800);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, 600, 800);
  context.fillStyle = '#222';
  for (let line = 0; line < 16; line += 1) context.fillRect(60, 60 + line * 44, 480 - (line % 4) * 60, 20);
  return canvas.toBuffer('image/png');
}

/** Waits until every file in the list has its thumbnail, which is invisible before it has loaded. */
const waitForThumbnails = (page: Page): Promise<void> =>
  page
    .locator('main table img')
    .nth(DEFAULT_PREFERENCES.recentFilesCount - 1)
    .waitFor();

const waitForTour = (page: Page): Promise<void> =>
  page.getByText('Create a folder', { exact: true }).waitFor();

async function measureSize(browser: Browser, name: string, url: string, headers: Headers): Promise<Figure[]> {
  const page = await openPage(browser, headers);
  const sizes: Promise<number>[] = [];
  let fileCount = 0;
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) fileCount += 1;
    const isScript = response.request().resourceType() === 'script';
    if (isScript) sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await page.close();
  if (bytes === 0) throw new Error(`${url} fetched no script: is the web app built?`);
  return [
    { name: `${name}: scripts, gzipped`, value: bytes / 1024, unit: 'KB', target: { atMost: 150 } },
    { name: `${name}: files`, value: fileCount, unit: 'files', target: { atMost: 16 } },
  ];
}

/** A connection that is slow and far from the server. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024 };

/** Measures how long a page takes on a slow connection, with how many requests, and how much moves meanwhile. */
async function measureSlowly(
  browser: Browser,
  name: string,
  url: string,
  headers: Headers,
  waitUntilComplete: (page: Page) => Promise<void>,
): Promise<Figure[]> {
  const page = await openPage(browser, headers);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW);
  let requestCount = 0;
  page.on('request', (request) => {
    if (isOfFirstScreen(request.url())) requestCount += 1;
  });
  const startedAt = performance.now();
  const secondsSoFar = () => (performance.now() - startedAt) / 1000;
  await page.goto(url, { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  const seconds = secondsSoFar();
  await waitUntilComplete(page);
  const completeSeconds = secondsSoFar();
  await page.waitForLoadState('networkidle');
  const shift = await page.evaluate<number>(READ_LAYOUT_SHIFT);
  await page.close();
  return [
    { name: `${name}, slow connection: lists`, value: seconds, unit: 's', target: { atMost: 6 } },
    { name: `${name}, slow connection: complete`, value: completeSeconds, unit: 's', target: { atMost: 6 } },
    { name: `${name}: requests`, value: requestCount, unit: 'calls', target: { atMost: 12 } },
    { name: `${name}: layout shift`, value: shift, unit: 'times', target: { atMost: 0.02 } },
  ];
}

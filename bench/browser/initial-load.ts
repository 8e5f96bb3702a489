import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '#server/testing/browser/find-browser.ts';
import { withDatabase } from '../fixtures/database.ts';
import { createSessionCookie, insertUser } from '../fixtures/users.ts';
import { startBenchServer, withServer, withTemporaryDirectory } from '../harness/bench-server.ts';
import type { Figure } from '../harness/figures.ts';

/** Measures what the first screen loads: the gzipped size of all scripts, and the number of files of the web app. */
export function benchInitialLoad(): Promise<Figure[]> {
  return withTemporaryDirectory(async (dataDir) => {
    const cookie = await withDatabase(dataDir, async (db) =>
      createSessionCookie(db, await insertUser(db, 'somebody', 0)),
    );
    return withServer(startBenchServer(dataDir), async ({ origin }) => {
      // As root the sandbox does not work; only our own pages are opened.
      const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
      try {
        return [
          ...(await measure(browser, '/auth', `${origin}/auth`, {})),
          ...(await measure(browser, '/, signed in', `${origin}/`, { cookie })),
          ...(await measureSlowly(browser, `${origin}/`, { cookie })),
        ];
      } finally {
        await browser.close();
      }
    });
  });
}

async function measure(
  browser: Browser,
  name: string,
  url: string,
  extraHTTPHeaders: Record<string, string>,
): Promise<Figure[]> {
  const page = await browser.newPage({ extraHTTPHeaders });
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
    { name, value: bytes / 1024, unit: 'KB', target: { atMost: 150 } },
    { name: `${name}: files`, value: fileCount, unit: 'files', target: { atMost: 16 } },
  ];
}

/** A connection that is slow and far from the server. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024 };

/** The observer reports the shifts so far at once, and nothing if there were none. As text, since its type is not among Node's. */
const READ_LAYOUT_SHIFT = `new Promise((resolve) => {
  setTimeout(resolve, 500, 0);
  new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
    .observe({ type: 'layout-shift', buffered: true });
})`;

/** Measures how long the home page takes on a slow connection, with how many requests, and how much moves meanwhile. */
async function measureSlowly(
  browser: Browser,
  url: string,
  extraHTTPHeaders: Record<string, string>,
): Promise<Figure[]> {
  const page = await browser.newPage({ extraHTTPHeaders });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW);
  let requestCount = 0;
  page.on('request', () => {
    requestCount += 1;
  });
  const startedAt = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  const seconds = (performance.now() - startedAt) / 1000;
  await page.waitForLoadState('networkidle');
  const shift = await page.evaluate<number>(READ_LAYOUT_SHIFT);
  await page.close();
  return [
    { name: '/ on a slow connection: lists', value: seconds, unit: 's', target: { atMost: 6 } },
    { name: '/: requests', value: requestCount, unit: 'calls', target: { atMost: 12 } },
    { name: '/: layout shift', value: shift, unit: 'times', target: { atMost: 0.02 } },
  ];
}

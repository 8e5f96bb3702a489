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

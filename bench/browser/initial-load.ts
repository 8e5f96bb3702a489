import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '#server/testing/browser/find-browser.ts';
import { withDatabase } from '../fixtures/database.ts';
import { createSessionCookie, insertUser } from '../fixtures/users.ts';
import { startBenchServer, withServer, withTemporaryDirectory } from '../harness/bench-server.ts';
import type { Figure } from '../harness/figures.ts';

/** Measures the gzipped size of all scripts that the first screen loads. */
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
          { name: '/auth', ...(await measure(browser, `${origin}/auth`, {})) },
          { name: '/, signed in', ...(await measure(browser, `${origin}/`, { cookie })) },
        ];
      } finally {
        await browser.close();
      }
    });
  });
}

async function measure(
  browser: Browser,
  url: string,
  extraHTTPHeaders: Record<string, string>,
): Promise<Omit<Figure, 'name'>> {
  const page = await browser.newPage({ extraHTTPHeaders });
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    const isScript = response.request().resourceType() === 'script';
    if (isScript) sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await page.close();
  if (bytes === 0) throw new Error(`${url} fetched no script: is the web app built?`);
  return { value: bytes / 1024, unit: 'KB', target: { atMost: 150 } };
}

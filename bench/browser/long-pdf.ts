import { type Browser, type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { createBrowserApi } from '#server/testing/browser/browser-api.ts';
import { findBrowser } from '#server/testing/browser/find-browser.ts';
import { makeContractPdf } from '../fixtures/contract-pdf.ts';
import { startBenchServer, withServer, withTemporaryDirectory } from '../harness/bench-server.ts';
import { type Figure, median } from '../harness/figures.ts';
import { COUNT_FRAMES } from './count-frames.ts';

const PAGES = 500;
const ROUNDS = 5;
const WHEEL_STEPS = 120;
const OWNER = { username: 'owner', email: 'owner@example.test', password: 'bench-secret' };
const VIEWPORT = { width: 1280, height: 900 };

/** Measures a long PDF in the browser: time from the click to the first page, and frames per second while scrolling. */
export function benchLongPdf(): Promise<Figure[]> {
  return withTemporaryDirectory((dataDir) =>
    withServer(startBenchServer(dataDir), async ({ origin }) => {
      const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
      try {
        return await measure(browser, origin);
      } finally {
        await browser.close();
      }
    }),
  );
}

async function measure(browser: Browser, origin: string): Promise<Figure[]> {
  const context = await browser.newContext({ baseURL: origin, viewport: VIEWPORT });
  const api = createBrowserApi(context.request);
  await api.register(OWNER);
  const file = { name: 'Contract.pdf', mimeType: 'application/pdf', buffer: await makeContractPdf(PAGES) };
  const [open, restricted] = [await api.upload(file), await api.upload(file, { allowDownload: false })];
  return [
    ...(await measureView(context, 'PDF viewer', open.id, (page) =>
      page
        .frameLocator('iframe[title="Contract.pdf"]')
        .locator('.page[data-page-number="1"][data-loaded="true"] canvas'),
    )),
    ...(await measureView(context, 'page images with watermark', restricted.id, (page) =>
      page.locator('img[alt="Page 1 of 500"]:not(.invisible)'),
    )),
  ];
}

async function measureView(
  context: BrowserContext,
  what: string,
  fileId: number,
  firstPage: (page: Page) => Locator,
): Promise<Figure[]> {
  const times: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await context.newPage();
    await page.goto(`/?file=${fileId}`);
    await page.getByRole('link', { name: 'Contract.pdf' }).first().waitFor();
    // Navigates inside the app, as a click on a link does.
    const begun = performance.now();
    await page.evaluate(`history.pushState(null, '', '/file/${fileId}')`);
    await firstPage(page).waitFor();
    times.push(performance.now() - begun);
    rates.push(await scroll(page));
    // Otherwise the next round begins at the page that this one ended at.
    await page.evaluate('localStorage.clear()');
    await page.close();
  }
  return [
    {
      name: `first of ${PAGES} pages after the click, ${what}`,
      value: median(times),
      unit: 'ms',
      target: { atMost: 1000 },
    },
    {
      name: `frames while scrolling, ${what}`,
      value: median(rates),
      unit: 'frames/s',
      target: { atLeast: 60 },
    },
  ];
}

/** Scrolls with the wheel for two seconds and returns the rendered frames per second. */
async function scroll(page: Page): Promise<number> {
  await page.mouse.move(VIEWPORT.width / 2, VIEWPORT.height * 0.7);
  await page.evaluate(COUNT_FRAMES);
  for (let step = 0; step < WHEEL_STEPS; step += 1) {
    await page.mouse.wheel(0, 60);
    await page.waitForTimeout(1000 / 60);
  }
  return Number(await page.evaluate('window.framesASecond()'));
}

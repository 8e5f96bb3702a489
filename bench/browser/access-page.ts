import { type Browser, chromium, devices, type Page } from '@playwright/test';
import { createBrowserApi } from '#server/testing/browser/browser-api.ts';
import { findBrowser } from '#server/testing/browser/find-browser.ts';
import { openSmtpServer } from '#server/testing/fakes/smtp-server.ts';
import { makeContractPdf } from '../fixtures/contract-pdf.ts';
import { startBenchServer, withServer, withTemporaryDirectory } from '../harness/bench-server.ts';
import type { Figure } from '../harness/figures.ts';

const OWNER = { username: 'owner', email: 'owner@example.test', password: 'bench-secret-1' };
/** A phone on a mobile network: a quarter of the processor, 1.6 Mbit/s and 150 ms. */
const SLOWDOWN = 4;
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
/** Nobody finds the code in a mail sooner. */
const READING_MS = 5_000;
/** A single load depends on what else the machine does. */
const RUNS = 5;
const BYTES = `performance.getEntries()
  .filter(({ entryType }) => entryType === 'resource' || entryType === 'navigation')
  .reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)`;

/** Waits until an image is painted. It runs in the page, whose types are not among Node's. */
const decode = (image: unknown) => (image as { decode(): Promise<void> }).decode(); // the locator finds an image

type Mails = Awaited<ReturnType<typeof openSmtpServer>>['mails'];

/**
 * Measures the page of a link on a phone: its weight, and the time from the last digit of the code to the first page of a
 * document.
 */
export async function benchAccessPage(): Promise<Figure[]> {
  const mail = await openSmtpServer();
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'Room <room@example.test>' };
  try {
    return await withTemporaryDirectory((dataDir) =>
      withServer(startBenchServer(dataDir, env), async ({ origin }) => {
        // As root the sandbox does not work; only our own pages are opened.
        const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
        try {
          return await measure(browser, origin, mail.mails);
        } finally {
          await browser.close();
        }
      }),
    );
  } finally {
    await mail.close();
  }
}

async function measure(browser: Browser, origin: string, mails: Mails): Promise<Figure[]> {
  const url = await createLink(browser, origin);
  const runs: { bytes: number; shownMs: number; openedMs: number; readyMs: number }[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: origin });
    const page = await context.newPage();
    await slowDown(page);
    const start = performance.now();
    await page.goto(new URL(url).pathname);
    await page.getByLabel('Your email address').waitFor();
    const shownMs = performance.now() - start;
    const bytes = Number(await page.evaluate(BYTES));
    const email = `phone-${run}@example.test`;
    await page.getByLabel('Your email address').fill(email);
    await page.getByRole('button', { name: 'Send code' }).click();
    const code = await waitForCode(mails, email);
    await page.getByLabel('Code from the email').waitFor();
    await page.waitForTimeout(READING_MS);
    const typed = performance.now();
    await page.getByLabel('Code from the email').fill(code);
    await page.locator('img[alt^="Page 1"]').first().evaluate(decode);
    const openedMs = performance.now() - typed;
    await page.locator('img[alt^="Page 1 of"]').evaluate(decode);
    runs.push({ bytes, shownMs, openedMs, readyMs: performance.now() - typed });
    await context.close();
  }
  const medianOf = (field: keyof (typeof runs)[number]) =>
    runs.map((run) => run[field]).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
  return [
    {
      name: 'access page: all that it loads',
      value: medianOf('bytes') / 1024,
      unit: 'KB',
      target: { atMost: 60 },
    },
    { name: 'access page on a phone: shown', value: medianOf('shownMs') / 1000, unit: 's' },
    {
      name: 'access page on a phone: from the code to the first page',
      value: medianOf('openedMs') / 1000,
      unit: 's',
      target: { atMost: 2 },
    },
    {
      name: 'access page on a phone: from the code to the whole viewer',
      value: medianOf('readyMs') / 1000,
      unit: 's',
    },
  ];
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/** Has an owner share a document by a link that mails a code; returns the address of the link. */
async function createLink(browser: Browser, origin: string): Promise<string> {
  const context = await browser.newContext({ baseURL: origin });
  const api = createBrowserApi(context.request);
  await api.register(OWNER);
  const buffer = await makeContractPdf(30);
  const { id } = await api.upload({ name: 'Contract.pdf', mimeType: 'application/pdf', buffer });
  const settings = { requireCode: true, level: 'view' };
  const data = { name: 'Phone', targets: [{ kind: 'file', id }], settings };
  const response = await context.request.post('/api/links', { data });
  if (!response.ok()) throw new Error(await response.text());
  const { url } = await response.json();
  await context.close();
  return url;
}

async function waitForCode(mails: Mails, email: string): Promise<string> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const mail = mails.find(({ to }) => to.includes(email));
    const code = mail && /code is (\d{6})/.exec(mail.raw)?.[1];
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No code was mailed to ${email}`);
}

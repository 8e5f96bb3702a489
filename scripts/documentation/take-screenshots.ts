import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '#server/testing/browser/find-browser.ts';
import { listDemoAccounts, openDemoState } from '../demo/demo-state.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = join(ROOT, 'docs', 'screenshots');
const QUESTION = 'What is the notice period of the lease in Hamburg?';
const VIEWPORT = { width: 1280, height: 800 };

/** Writes the screenshots of the documentation, taken of the example room. */
const dataDir = await mkdtemp(join(tmpdir(), 'muniment-screenshots-'));
const demo = await startDemo(dataDir);
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
try {
  await takeOwnerScreenshots(browser, demo.origin);
  await takeVisitorScreenshot(browser, demo.visitorLink);
  await takeAdministratorScreenshots(browser, demo.origin);
} finally {
  await browser.close();
  await demo.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function startDemo(dataDir: string) {
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'demo.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '3987' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let origin = '';
  let visitorLink = '';
  for await (const line of createInterface(child.stdout)) {
    origin = /^The example room is ready: (\S+)$/.exec(line)?.[1] ?? origin;
    visitorLink = /^\s+A visitor's link: (\S+)$/.exec(line)?.[1] ?? visitorLink;
    if (origin && visitorLink) break;
  }
  return {
    origin,
    visitorLink,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function openSignedIn(browser: Browser, origin: string, account: { username: string; password: string }) {
  const context = await browser.newContext({ viewport: VIEWPORT, colorScheme: 'light', locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${origin}/auth`);
  await page.getByLabel('Username').fill(account.username);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  const skip = page.getByRole('button', { name: 'Skip' });
  await skip.click({ timeout: 3_000 }).catch(() => {});
  return page;
}

async function save(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled', caret: 'hide' });
}

async function takeOwnerScreenshots(browser: Browser, origin: string): Promise<void> {
  const { dana } = listDemoAccounts(await openDemoState(dataDir));
  const page = await openSignedIn(browser, origin, dana);
  await waitForAnswer(page);
  await page.goto(origin);
  await save(page, 'home-light');
  const search = page.getByRole('combobox', { name: /Ask about your documents/ });
  await search.fill(QUESTION);
  await search.press('Enter');
  const citation = page.getByRole('link', { name: /lease/i }).first();
  await citation.waitFor();
  await save(page, 'search-light');
  await citation.click();
  await page.frameLocator('iframe').locator('.textLayer').first().waitFor();
  await page.waitForTimeout(1_000);
  await save(page, 'viewer-light');
}

/** Waits until the example's documents are indexed and the question finds the lease. */
async function waitForAnswer(page: Page): Promise<void> {
  const query = new URLSearchParams({ q: QUESTION });
  for (let attempt = 0; attempt < 180; attempt += 1) {
    const response = await page.request.get(`/api/search?${query}`);
    const { documentInfo, confidence } = await response.json();
    if (/lease/i.test(documentInfo?.fileName ?? '') && confidence > 0.5) return;
    await page.waitForTimeout(1_000);
  }
  throw new Error('The example question was not answered from the lease.');
}

async function takeVisitorScreenshot(_browser: Browser, _link: string): Promise<void> {}
async function takeAdministratorScreenshots(_browser: Browser, _origin: string): Promise<void> {}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '#server/testing/browser/find-browser.ts';
import { listDemoAccounts, openDemoState } from './demo/demo-state.ts';
import { startDemo } from './demo/start-demo.ts';
import {
  type Capture,
  captureCapabilities,
  captureChanges,
  findRoom,
} from './docs-screenshots/capture-capabilities.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'docs', 'screenshots');
const PORT = process.env['PORT'] ?? '3987';
const QUESTION = 'What is the notice period of the lease in Hamburg?';
const ANSWER_FILE = 'Lease Hamburg.pdf';
const INDEXING_TIMEOUT_MS = 5 * 60_000;

interface Account {
  username: string;
  password: string;
}

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  // Its answer never ends, and the network would never be idle.
  await context.route('**/api/events', (route) => route.abort());
  return context.newPage();
}

async function signIn(page: Page, origin: string, { username, password }: Account): Promise<void> {
  await page.request.post(`${origin}/api/login`, { data: { username, password } });
  await page.request.patch(`${origin}/api/user/preferences`, { data: { tourSeen: true } });
}

async function save(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled', caret: 'hide' });
  console.log(`docs/screenshots/${name}.png`);
}

/** Waits until no document is pending and the question is answered from the lease; returns the folder of the lease. */
async function waitForAnswer(page: Page, origin: string): Promise<number> {
  const query = new URLSearchParams({ query: QUESTION });
  const deadline = Date.now() + INDEXING_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const files: { id: number; folderId: number; indexStatus: string }[] = await (
      await page.request.get(`${origin}/api/files`)
    ).json();
    if (files.every(({ indexStatus }) => indexStatus !== 'pending')) {
      const response = await page.request.get(`${origin}/api/search?${query}`);
      const { documentInfo } = await response.json();
      const answer = files.find(({ id }) => id === documentInfo?.fileId);
      if (answer && documentInfo.fileName === ANSWER_FILE) return answer.folderId;
    }
    await page.waitForTimeout(2_000);
  }
  throw new Error('The example question was not answered from the lease.');
}

async function captureOwnerPages(page: Page, origin: string, folderId: number): Promise<void> {
  await page.goto(origin);
  await page.getByRole('main').getByRole('table').first().waitFor();
  await save(page, 'home-light');

  await page.goto(`${origin}/search?${new URLSearchParams({ q: QUESTION })}`);
  const source = page.getByRole('region', { name: 'Source' });
  await source.getByRole('img', { name: /with the passage marked/ }).waitFor();
  await page.waitForTimeout(1_000);
  await save(page, 'search-light');
  const href = await source.getByRole('link').getAttribute('href');
  await page.goto(new URL(href ?? '/', origin).href);
  await page.waitForTimeout(3_000);
  await save(page, 'viewer-light');

  await page.goto(`${origin}/folder/${folderId}`);
  await page.getByRole('main').getByRole('table').first().waitFor();
  await save(page, 'folder-light');
  await page.getByRole('button', { name: 'Invite User' }).first().click();
  await page.getByRole('dialog').waitFor();
  await save(page, 'invite-light');
  await page.keyboard.press('Escape');

  await page.goto(`${origin}/file-views`);
  await page.getByRole('main').getByRole('table').first().waitFor();
  await save(page, 'activity-light');
  await page.goto(`${origin}/profile`);
  await page.getByRole('main').waitFor();
  await save(page, 'profile-light');
}

async function captureRoomPages(capture: Capture): Promise<void> {
  const { page, origin } = capture;
  const roomId = await findRoom(capture);
  await page.goto(`${origin}/rooms/${roomId}/permissions`);
  await page.getByRole('main').getByRole('combobox').first().waitFor();
  await save(page, 'room-permissions-light');
  await page.goto(`${origin}/rooms/${roomId}/analytics`);
  await page.getByText('Time by folder and group').waitFor();
  await save(page, 'room-analytics-light');
}

async function captureAdministratorPages(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/admin?tab=audit`);
  await page.getByRole('main').getByRole('table').first().waitFor();
  await save(page, 'audit-log-light');
  await page.goto(`${origin}/settings?tab=system`);
  await page.getByRole('main').getByRole('switch').first().waitFor();
  await save(page, 'system-settings-light');
}

async function captureVisitorPage(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('region', { name: 'Visitor Mode' }).waitFor();
  const file = page.getByRole('main').getByRole('table').getByRole('link', { name: /\.pdf/i }).first();
  const href = await file.getAttribute('href');
  await page.goto(new URL(href ?? '/', link).href);
  await page.getByRole('img', { name: /Page 1 of/ }).waitFor();
  await page.waitForTimeout(2_000);
  await save(page, 'visitor-light');
  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto(new URL('/', link).href);
  await page.getByRole('region', { name: 'Shared with you' }).waitFor();
  await save(page, 'visitor-light-phone');
}

/** Writes the screenshots of the documentation, taken in the demo. */
async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muniment-screenshots-'));
  const demo = await startDemo(dataDir, PORT);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    const { admin, dana, lena } = listDemoAccounts(await openDemoState(dataDir));
    const owner = await openPage(browser);
    await signIn(owner, demo.origin, dana);
    const folderId = await waitForAnswer(owner, demo.origin);
    await captureVisitorPage(await openPage(browser), demo.visitorLink);
    await captureOwnerPages(owner, demo.origin, folderId);
    const capture: Capture = { page: owner, origin: demo.origin, save };
    await captureRoomPages(capture);
    await captureCapabilities(capture, folderId);
    const administrator = await openPage(browser);
    await signIn(administrator, demo.origin, admin);
    await captureAdministratorPages(administrator, demo.origin);
    const adviser = await openPage(browser);
    await signIn(adviser, demo.origin, lena);
    await captureChanges(capture, adviser);
  } finally {
    await browser.close();
    await demo.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await main();

import { randomBytes } from 'node:crypto';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Database } from '#server/database/open-database.ts';
import { findBrowser } from '#server/testing/browser/find-browser.ts';
import { withDatabase } from '../fixtures/database.ts';
import { createSessionCookie, insertUser } from '../fixtures/users.ts';
import { startBenchServer, withServer, withTemporaryDirectory } from '../harness/bench-server.ts';
import type { Figure } from '../harness/figures.ts';
import { COUNT_FRAMES } from './count-frames.ts';

const LARGE = 5_000;
/** Matches the largest number of files that a folder takes; a move of more is refused. */
const MOVED = 1_000;
const ROWS_PER_INSERT = 500;
const WHEEL_STEPS = 120;
const VIEWPORT = { width: 1280, height: 900 };

/** Measures a folder of 5,000 files in the browser: first rows, scrolling and Select all; and a move of 1,000 files with its undo. */
export function benchLargeFolder(): Promise<Figure[]> {
  return withTemporaryDirectory(async (dataDir) => {
    const { cookie, large, moved } = await withDatabase(dataDir, fill);
    return withServer(startBenchServer(dataDir), async ({ origin }) => {
      const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
      try {
        return [
          ...(await measureLargeFolder(browser, `${origin}/folder/${large}`, cookie)),
          ...(await measureMove(browser, `${origin}/folder/${moved}`, cookie)),
        ];
      } finally {
        await browser.close();
      }
    });
  });
}

async function fill(db: Database) {
  const owner = await insertUser(db, 'owner', 0);
  await db
    .insertInto('system_settings')
    .values({ name: 'maxFilesPerFolder', value: String(MOVED) })
    .execute();
  const insertFolder = async (name: string, count: number) => {
    const { id } = await db
      .insertInto('folders')
      .values({ name, parent_id: null, owner_id: owner, created_at: Date.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (let from = 0; from < count; from += ROWS_PER_INSERT)
      await insertFiles(db, owner, id, from, Math.min(ROWS_PER_INSERT, count - from));
    return id;
  };
  const large = await insertFolder('Large', LARGE);
  const moved = await insertFolder('Moved', MOVED);
  await insertFolder('Destination', 0);
  return { cookie: await createSessionCookie(db, owner), large, moved };
}

async function insertFiles(db: Database, owner_id: number, folder_id: number, from: number, count: number) {
  const blobs = Array.from({ length: count }, () => {
    const key = randomBytes(32).toString('hex');
    return { key, size: 250_000, sha256: key, wrapped_key: Buffer.alloc(60), created_at: Date.now() };
  });
  const files = blobs.map(({ key, size, created_at }, at) => ({
    name: `Annex ${from + at}.zip`,
    file_type: 'others',
    size,
    allow_download: 1 as const,
    folder_id,
    owner_id,
    blob_key: key,
    created_at,
    index_status: 'indexed' as const,
  }));
  await db.insertInto('blobs').values(blobs).execute();
  await db.insertInto('files').values(files).execute();
}

async function openFolder(browser: Browser, url: string, cookie: string, count: number): Promise<Page> {
  const page = await browser.newPage({ extraHTTPHeaders: { cookie }, viewport: VIEWPORT });
  await page.request.patch(new URL('/api/user/preferences', url).href, { data: { tourSeen: true } });
  await page.goto(url);
  await page.locator(`table[aria-rowcount="${count + 1}"]`).waitFor();
  return page;
}

/** Returns the milliseconds that an action takes. */
async function time(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

async function selectAll(page: Page, count: number): Promise<number> {
  await page.getByRole('button', { name: 'Select Multiple' }).click();
  return time(async () => {
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByText(`${count} files selected`).waitFor();
  });
}

async function measureLargeFolder(browser: Browser, url: string, cookie: string): Promise<Figure[]> {
  const startedAt = performance.now();
  const page = await openFolder(browser, url, cookie, LARGE);
  const openMs = performance.now() - startedAt;
  await page.mouse.move(VIEWPORT.width / 2, VIEWPORT.height / 2);
  await page.evaluate(COUNT_FRAMES);
  for (let step = 0; step < WHEEL_STEPS; step += 1) {
    await page.mouse.wheel(0, 400);
    await page.waitForTimeout(1000 / 60);
  }
  const frames = Number(await page.evaluate('window.framesASecond()'));
  await page.evaluate('window.scrollTo(0, 0)');
  const selectMs = await selectAll(page, LARGE);
  await page.close();
  return [
    { name: `${LARGE} files: open`, value: openMs, unit: 'ms' },
    { name: `${LARGE} files: scroll`, value: frames, unit: 'frames/s', target: { atLeast: 60 } },
    { name: `${LARGE} files: select all`, value: selectMs, unit: 'ms', target: { atMost: 100 } },
  ];
}

async function measureMove(browser: Browser, url: string, cookie: string): Promise<Figure[]> {
  const page = await openFolder(browser, url, cookie, MOVED);
  await selectAll(page, MOVED);
  await page.getByRole('toolbar', { name: 'Selected files' }).getByRole('button', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Destination', { exact: true }).last().click();
  const undo = page.getByRole('button', { name: 'Undo' }).last();
  const moveMs = await time(async () => {
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('No files found').waitFor();
    // The server has answered.
    await undo.waitFor();
  });
  const undoMs = await time(async () => {
    await undo.click();
    await page.locator(`table[aria-rowcount="${MOVED + 1}"]`).waitFor();
  });
  await page.close();
  return [
    { name: `${MOVED} files: move`, value: moveMs, unit: 'ms', target: { atMost: 1_000 } },
    { name: `${MOVED} files: undo`, value: undoMs, unit: 'ms', target: { atMost: 1_000 } },
  ];
}

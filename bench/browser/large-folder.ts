import { type Browser, chromium, type Page } from '@playwright/test';
import type { Database } from '#server/database/open-database.ts';
import { findBrowser } from '#server/testing/browser/find-browser.ts';
import { withDatabase } from '../fixtures/database.ts';
import { insertFiles } from '../fixtures/insert-files.ts';
import { createSessionCookie, insertUser } from '../fixtures/users.ts';
import { startBenchServer, withServer, withTemporaryDirectory } from '../harness/bench-server.ts';
import type { Figure } from '../harness/figures.ts';
import { COUNT_FRAMES } from './count-frames.ts';
import { WATCH_LONG_TASKS } from './long-tasks.ts';
import { insertFullFolders, measureFolderMove } from './move-folders.ts';

const LARGE = 5_000;
/** Matches the largest number of files that a folder takes; a move or a restore of more is refused. */
const MOVED = 1_000;
const ROWS_PER_INSERT = 500;
const WHEEL_STEPS = 120;
const VIEWPORT = { width: 1280, height: 900 };

/**
 * Measures a folder of 5,000 files in the browser: first rows, scrolling, Select all, delete; a move and a delete of 1,000 with
 * their undo; and a move of 5,000 in folders.
 */
export function benchLargeFolder(): Promise<Figure[]> {
  return withTemporaryDirectory(async (dataDir) => {
    const { cookie, large, moved } = await withDatabase(dataDir, fill);
    return withServer(startBenchServer(dataDir), async ({ origin }) => {
      const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
      try {
        return [
          ...(await measureLargeFolder(browser, `${origin}/folder/${large}`, cookie)),
          ...(await measureFolderMove(browser, origin, cookie)),
          ...(await measureMove(browser, `${origin}/folder/${moved}`, cookie)),
          ...(await measureDelete(browser, `${origin}/folder/${moved}`, cookie, MOVED)),
          ...(await measureDelete(browser, `${origin}/folder/${large}`, cookie, LARGE)),
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
  await insertFullFolders(db, owner);
  return { cookie: await createSessionCookie(db, owner), large, moved };
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
    await page.getByText(`${count.toLocaleString('en-US')} files selected`).waitFor();
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

const undoOf = (page: Page) => page.getByRole('button', { name: 'Undo' }).last();
const listOf = (page: Page, count: number) => page.locator(`table[aria-rowcount="${count + 1}"]`);

/** Watches the tasks of a page's main thread and its calls that change something. */
async function watchWork(page: Page) {
  await page.evaluate(WATCH_LONG_TASKS);
  let calls = 0;
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls += 1;
  });
  return async (count: number, what: string): Promise<Figure[]> => [
    {
      name: `${count} files: longest task of ${what}`,
      value: Number(await page.evaluate('window.longestTask()')),
      unit: 'ms',
      target: { atMost: 200 },
    },
    { name: `${count} files: calls of ${what}`, value: calls, unit: 'calls', target: { atMost: 12 } },
  ];
}

async function measureMove(browser: Browser, url: string, cookie: string): Promise<Figure[]> {
  const count = MOVED;
  const page = await openFolder(browser, url, cookie, count);
  await selectAll(page, count);
  await page.getByRole('toolbar', { name: 'Selected files' }).getByRole('button', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Destination', { exact: true }).last().click();
  const readWork = await watchWork(page);
  const moveMs = await time(async () => {
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('No files found').waitFor();
    // The server has answered.
    await undoOf(page).waitFor();
  });
  const undoMs = await time(async () => {
    await undoOf(page).click();
    await listOf(page, count).waitFor();
  });
  const work = await readWork(count, 'move and undo');
  await page.close();
  const target = { atMost: count };
  return [
    { name: `${count} files: move`, value: moveMs, unit: 'ms', target },
    { name: `${count} files: undo`, value: undoMs, unit: 'ms', target },
    ...work,
  ];
}

async function measureDelete(
  browser: Browser,
  url: string,
  cookie: string,
  count: number,
): Promise<Figure[]> {
  const page = await openFolder(browser, url, cookie, count);
  await selectAll(page, count);
  await page.getByRole('toolbar', { name: 'Selected files' }).getByRole('button', { name: 'Delete' }).click();
  const readWork = await watchWork(page);
  const deleteMs = await time(async () => {
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No files found').waitFor();
    await undoOf(page).waitFor();
  });
  const deleted: Figure[] = [
    { name: `${count} files: delete`, value: deleteMs, unit: 'ms', target: { atMost: count } },
  ];
  if (count <= MOVED) {
    const value = await time(async () => {
      await undoOf(page).click();
      await listOf(page, count).waitFor();
    });
    deleted.push({ name: `${count} files: undo of delete`, value, unit: 'ms', target: { atMost: count } });
  }
  const work = await readWork(count, 'delete');
  await page.close();
  return [...deleted, ...work];
}

import { type Browser, chromium, type Page } from '@playwright/test';
import type { Database } from '#server/database/open-database.ts';
import { findBrowser } from '#server/testing/browser/find-browser.ts';
import { withDatabase } from '../fixtures/database.ts';
import { insertFiles } from '../fixtures/insert-files.ts';
import { createSessionCookie, insertUser } from '../fixtures/users.ts';
import { startBenchServer, withServer, withTemporaryDirectory } from '../harness/bench-server.ts';
import type { Figure } from '../harness/figures.ts';
import { COUNT_FRAMES } from './count-frames.ts';

const ROWS = 10_000;
const GROUPS = 20;
const ROWS_PER_INSERT = 500;
const STEPS = 240;
const VIEWPORT = { width: 1280, height: 900 };
const FRAME_MS = 1000 / 60;

/** Measures the permission grid of 10,000 rows and 20 groups in the browser, by wheel and by keyboard alone. */
export function benchPermissionGrid(): Promise<Figure[]> {
  return withTemporaryDirectory(async (dataDir) => {
    const { cookie, roomId } = await withDatabase(dataDir, fill);
    return withServer(startBenchServer(dataDir), async ({ origin }) => {
      const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
      try {
        return await measure(browser, `${origin}/rooms/${roomId}/permissions`, cookie);
      } finally {
        await browser.close();
      }
    });
  });
}

async function fill(db: Database) {
  const owner = await insertUser(db, 'owner', 0);
  const row = { owner_id: owner, created_at: Date.now() };
  const { id: roomId } = await db
    .insertInto('folders')
    .values({ ...row, name: 'Deal', parent_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('rooms')
    .values({ folder_id: roomId, created_by_id: owner, created_at: Date.now(), state: 'open' })
    .execute();
  await db
    .insertInto('room_groups')
    .values(
      Array.from({ length: GROUPS }, (_, nth) => {
        const name = `Bidder ${nth + 1}`;
        return { room_id: roomId, name, name_key: name.toLowerCase(), ends_at: null, created_at: Date.now() };
      }),
    )
    .execute();
  for (let from = 0; from < ROWS; from += ROWS_PER_INSERT)
    await insertFiles(db, owner, roomId, from, ROWS_PER_INSERT);
  return { cookie: await createSessionCookie(db, owner), roomId };
}

interface Scrolled {
  readonly framesASecond: number;
  /** Processor time of the main thread of the page for each step, in milliseconds. */
  readonly workMs: number;
}

/** Repeats an action once a frame; returns the frames that the page rendered meanwhile, and its work for each step. */
async function scroll(page: Page, act: () => Promise<void>): Promise<Scrolled> {
  const session = await page.context().newCDPSession(page);
  // Measures the thread, so that other processes on the machine do not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const readWorkMs = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await readWorkMs();
  await page.evaluate(COUNT_FRAMES);
  for (let step = 0; step < STEPS; step += 1) {
    await act();
    await page.waitForTimeout(FRAME_MS);
  }
  const framesASecond = Number(await page.evaluate('window.framesASecond()'));
  const workMs = ((await readWorkMs()) - before) / STEPS;
  await session.detach();
  return { framesASecond, workMs };
}

async function measure(browser: Browser, url: string, cookie: string): Promise<Figure[]> {
  const page = await browser.newPage({ extraHTTPHeaders: { cookie }, viewport: VIEWPORT });
  await page.request.patch(new URL('/api/user/preferences', url).href, { data: { tourSeen: true } });
  const startedAt = performance.now();
  await page.goto(url);
  await page.locator(`table[aria-rowcount="${ROWS + 1}"]`).waitFor();
  const openMs = performance.now() - startedAt;
  await page.mouse.move(VIEWPORT.width / 2, VIEWPORT.height / 2);
  const byWheel = await scroll(page, () => page.mouse.wheel(0, 400));
  await page.evaluate('window.scrollTo(0, 0)');
  await page.locator('tr[aria-rowindex="2"] [data-cell]').first().focus();
  const byKeyboard = await scroll(page, () => page.keyboard.press('Alt+ArrowDown'));
  const focused = await page.evaluate(
    'Number(document.activeElement?.closest("tr")?.getAttribute("aria-rowindex") ?? 0)',
  );
  await page.close();
  const name = `${ROWS} rows and ${GROUPS} groups`;
  return [
    { name: `${name}: open`, value: openMs, unit: 'ms' },
    ...figuresOf(`${name}: scroll by wheel`, byWheel),
    ...figuresOf(`${name}: scroll by keyboard`, byKeyboard),
    {
      name: `${name}: rows passed by keyboard`,
      value: Number(focused) - 2,
      unit: 'times',
      target: { atLeast: STEPS },
    },
  ];
}

const figuresOf = (name: string, { framesASecond, workMs }: Scrolled): Figure[] => [
  { name, value: framesASecond, unit: 'frames/s', target: { atLeast: 60 } },
  {
    name: `${name}: work of the page for each step`,
    value: workMs,
    unit: 'ms',
    target: { atMost: FRAME_MS },
  },
];

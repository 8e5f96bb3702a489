import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '#server/testing/browser/find-browser.ts';
import { prepareDemo } from './contact-sheet/prepare-demo.ts';
import { type DemoIds, SCREENS, type Screen, type Viewer } from './contact-sheet/screens.ts';
import { STATES, type State, showState } from './contact-sheet/states.ts';
import { imageName, VARIANTS, writeIndex, writeSheet } from './contact-sheet/write-sheet.ts';
import { listDemoAccounts, openDemoState } from './demo/demo-state.ts';
import { startDemo } from './demo/start-demo.ts';

const FOLDER = join(import.meta.dirname, '..', 'contact-sheet');
const PORT = process.env['PORT'] ?? '3988';
const VIEWPORTS = { desktop: { width: 1280, height: 800 }, phone: { width: 380, height: 800 } };
const TABS = 3;
/** Time for what is drawn after the last call: thumbnails, pages, transitions. */
const SETTLE_MS = 600;

type Contexts = Readonly<Record<Viewer, BrowserContext>>;

async function openContexts(browser: Browser, origin: string, visitorLink: string, dataDir: string) {
  const { admin, dana } = listDemoAccounts(await openDemoState(dataDir));
  const open = () =>
    browser.newContext({ baseURL: origin, locale: 'en-US', reducedMotion: 'reduce', colorScheme: 'light' });
  const signedIn = async ({ username, password }: typeof admin) => {
    const context = await open();
    await context.request.post('/api/login', { data: { username, password } });
    await context.request.patch('/api/user/preferences', { data: { tourSeen: true } });
    return context;
  };
  const visitor = await open();
  const page = await visitor.newPage();
  await page.goto(visitorLink);
  await page.getByRole('region', { name: 'Visitor Mode' }).waitFor();
  await page.close();
  return { owner: await signedIn(dana), administrator: await signedIn(admin), visitor, nobody: await open() };
}

/** Takes the four images of a screen in a state. */
async function capture(context: BrowserContext, screen: Screen, ids: DemoIds, state: State): Promise<void> {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  try {
    await showState(page, state);
    for (const [size, viewport] of Object.entries(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: 'light' });
      await open(page, screen, ids, state);
      for (const variant of VARIANTS.filter((name) => name.startsWith(size))) {
        await page.emulateMedia({ colorScheme: variant.endsWith('dark') ? 'dark' : 'light' });
        await page.screenshot({
          path: join(FOLDER, imageName(screen.name, state, variant)),
          animations: 'disabled',
          caret: 'hide',
        });
      }
    }
  } finally {
    await page.close();
  }
}

async function open(page: Page, { path, open: openMore, name }: Screen, ids: DemoIds, state: State) {
  await page.goto(path(ids), { waitUntil: 'load' });
  if (state !== 'loading')
    await page.waitForLoadState('networkidle', { timeout: 15_000 }).catch(() => undefined);
  await page.waitForTimeout(SETTLE_MS);
  if (!openMore || state === 'loading' || state === 'error') return;
  // A button that the state does not offer leaves the image of the page.
  page.setDefaultTimeout(5_000);
  await openMore(page).catch(() => console.log(`${name}, ${state}: the dialog could not be opened`));
  page.setDefaultTimeout(60_000);
  await page.waitForTimeout(SETTLE_MS);
}

/**
 * Writes images of every screen in five states, light and dark, on a desktop and a phone, into contact-sheet/. Arguments
 * name screens, or beginnings of their names. With DATA_DIR the demo is kept for the next run.
 */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const screens = SCREENS.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)),
  );
  const dataDir = process.env['DATA_DIR'] ?? join(FOLDER, 'demo');
  await mkdir(FOLDER, { recursive: true });
  const demo = await startDemo(dataDir, PORT);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    const contexts: Contexts = await openContexts(browser, demo.origin, demo.visitorLink, dataDir);
    const ids = await prepareDemo(contexts.owner.request);
    const queue = screens.flatMap((screen) => STATES.map((state) => ({ screen, state })));
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { screen, state } = next;
        await capture(contexts[screen.viewer], screen, ids, state);
        if (state === STATES.at(-1)) console.log(screen.name);
      }
    };
    await Promise.all(Array.from({ length: TABS }, work));
    for (const { name } of screens) await writeSheet(browser, FOLDER, name);
    await writeIndex(
      FOLDER,
      screens.map(({ name }) => name),
    );
    console.log(`Open ${join(FOLDER, 'index.html')}`);
  } finally {
    await browser.close();
    await demo.stop();
  }
}

await main();

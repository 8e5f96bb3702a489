import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { findBrowser } from '#server/testing/browser/find-browser.ts';
import { checkScreen } from './contact-sheet/check-screen.ts';
import { openContexts } from './contact-sheet/open-contexts.ts';
import { prepareScreen } from './contact-sheet/open-screen.ts';
import { SCREENS } from './contact-sheet/screens/list-screens.ts';
import type { DemoIds, Screen } from './contact-sheet/screens/screen.ts';
import { STATES, type State } from './contact-sheet/states.ts';
import { imageName, VARIANTS, type Variant, writeIndex, writeSheet } from './contact-sheet/write-sheet.ts';
import { startDemo } from './demo/start-demo.ts';

const FOLDER = join(import.meta.dirname, '..', 'contact-sheet');
const PORT = process.env['PORT'] ?? '3988';
const VIEWPORTS = { desktop: { width: 1280, height: 800 }, phone: { width: 380, height: 800 } };
const TABS = 3;

/** Takes the images of a screen in a state. */
async function capture(
  context: BrowserContext,
  { screen, state }: { screen: Screen; state: State },
  { ids, variants }: Pick<Run, 'ids' | 'variants'>,
): Promise<void> {
  const page = await context.newPage();
  try {
    const open = await prepareScreen(page, screen, ids, state);
    for (const [size, viewport] of Object.entries(VIEWPORTS)) {
      const wanted = variants.filter((name) => name.startsWith(size));
      if (wanted.length === 0) continue;
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: 'light' });
      await open();
      for (const variant of wanted) {
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

/** Works through a list in several tabs at once. */
async function inTabs<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = [...items];
  const workThrough = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: TABS }, workThrough));
}

interface Run {
  browser: Browser;
  contexts: Awaited<ReturnType<typeof openContexts>>['contexts'];
  ids: DemoIds;
  screens: readonly Screen[];
  variants: readonly Variant[];
}

async function takeImages(run: Run, states: readonly State[]): Promise<void> {
  const { browser, contexts, screens } = run;
  const images = screens.flatMap((screen) => states.map((state) => ({ screen, state })));
  await inTabs(images, async (image) => {
    await capture(contexts[image.screen.viewer], image, run).catch((error: Error) => {
      console.log(`${image.screen.name}, ${image.state}: ${error.message.split('\n', 1)[0]}`);
      process.exitCode = 1;
    });
    if (image.state === states.at(-1)) console.log(image.screen.name);
  });
  // A sheet shows all images, which the other runs take.
  if (run.variants.length < VARIANTS.length) return;
  const names = screens.map(({ name }) => name);
  for (const name of names) await writeSheet(browser, FOLDER, name);
  await writeIndex(FOLDER, names);
  console.log(`Open ${join(FOLDER, 'index.html')}`);
}

async function checkScreens({ contexts, ids, screens }: Run): Promise<void> {
  let problems = 0;
  await inTabs(screens, async (screen) => {
    const page = await contexts[screen.viewer].newPage();
    const found = await checkScreen(page, screen, ids).catch((error: Error) => [
      `${screen.name}: ${error.message.split('\n', 1)[0]}`,
    ]);
    await page.close();
    problems += found.length;
    for (const problem of found) console.log(problem);
    console.log(screen.name);
  });
  console.log(`${screens.length} screens, ${problems} problems`);
  if (problems > 0) process.exitCode = 1;
}

/**
 * Writes images of every screen in five states, light and dark, on a desktop and a phone, into contact-sheet/. Arguments
 * name screens, or beginnings of their names; `--state` limits the states, and `--variant`, such as phone-dark, the
 * images, without the sheets then. With `--check` it looks for failed calls, what axe finds and sideways scrolling in
 * place of that, and fails if there is any. With DATA_DIR the demo is kept for the next run.
 */
async function main(): Promise<void> {
  const { positionals: words, values } = parseArgs({
    allowPositionals: true,
    options: {
      state: { type: 'string', multiple: true },
      variant: { type: 'string', multiple: true },
      check: { type: 'boolean', default: false },
    },
  });
  const screens = SCREENS.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)),
  );
  const states = STATES.filter((state) => values.state?.includes(state) ?? true);
  const variants = VARIANTS.filter((variant) => values.variant?.includes(variant) ?? true);
  const dataDir = process.env['DATA_DIR'] ?? join(FOLDER, 'demo');
  await mkdir(FOLDER, { recursive: true });
  const demo = await startDemo(dataDir, PORT);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    const run = { browser, screens, variants, ...(await openContexts(browser, { dataDir, ...demo })) };
    await (values.check ? checkScreens(run) : takeImages(run, states));
  } finally {
    await browser.close();
    await demo.stop();
  }
}

await main();

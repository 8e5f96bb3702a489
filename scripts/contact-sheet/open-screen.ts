import type { Page } from '@playwright/test';
import type { DemoIds, Screen } from './screens/screen.ts';
import { type State, showState } from './states.ts';

/** Time for what is drawn after the last call: thumbnails, pages, transitions. */
const SETTLE_MS = 600;
const PAGE_MS = 60_000;
const DIALOG_MS = 5_000;

/** States in which nothing can be opened over a page that is in them itself. */
const isCut = (state: State): boolean => state === 'loading' || state === 'error';

/**
 * Makes the calls of a page answer as in a state, and returns a function that shows a screen in it, in the window as it
 * is by then. Where something is opened over a page, the page itself has loaded before the calls wait or fail.
 */
export async function prepareScreen(page: Page, screen: Screen, ids: DemoIds, state: State) {
  const { path, open, name } = screen;
  const first = open && isCut(state) ? 'full' : state;
  const change = await showState(page, first);
  let isLoaded = false;
  return async () => {
    // A page follows the size of its window; what is opened over it is opened anew.
    if (isLoaded && !open) return page.waitForTimeout(SETTLE_MS);
    isLoaded = true;
    page.setDefaultTimeout(PAGE_MS);
    change(first);
    await page.goto(path(ids), { waitUntil: 'load' });
    if (first !== 'loading')
      await page.waitForLoadState('networkidle', { timeout: 15_000 }).catch(() => undefined);
    await page.waitForTimeout(SETTLE_MS);
    if (!open) return;
    change(state);
    // A button that the state does not offer leaves the image of the page.
    page.setDefaultTimeout(DIALOG_MS);
    await open(page).catch((error: Error) =>
      console.log(`${name}, ${state}: not opened: ${error.message.split('\n', 3).join(' ')}`),
    );
    page.setDefaultTimeout(PAGE_MS);
    await page.waitForTimeout(SETTLE_MS);
  };
}

import type { Page } from '@playwright/test';
import type { DemoIds, Screen } from './screens/screen.ts';
import type { State } from './states.ts';

/** Time for what is drawn after the last call: thumbnails, pages, transitions. */
const SETTLE_MS = 600;
const PAGE_MS = 60_000;
const DIALOG_MS = 5_000;

/** Opens a screen, with what is shown over it unless its state offers no way to it. */
export async function openScreen(page: Page, { path, open, name }: Screen, ids: DemoIds, state: State) {
  page.setDefaultTimeout(PAGE_MS);
  await page.goto(path(ids), { waitUntil: 'load' });
  if (state !== 'loading')
    await page.waitForLoadState('networkidle', { timeout: 15_000 }).catch(() => undefined);
  await page.waitForTimeout(SETTLE_MS);
  if (!open || state === 'loading' || state === 'error') return;
  // A button that the state does not offer leaves the image of the page.
  page.setDefaultTimeout(DIALOG_MS);
  await open(page).catch((error: Error) =>
    console.log(`${name}, ${state}: not opened: ${error.message.split('\n', 3).join(' ')}`),
  );
  page.setDefaultTimeout(PAGE_MS);
  await page.waitForTimeout(SETTLE_MS);
}

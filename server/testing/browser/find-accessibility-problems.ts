import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const AXE_RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules of these that depend on colours, which is all that a colour scheme changes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

interface ScreenOptions {
  /** True while a menu or a tooltip is open: both are rendered outside the landmarks of the page. */
  hasPopup?: boolean;
}

/** Returns the findings of axe in both colour schemes, frames included. The page is in the light one before and after. */
export async function findAccessibilityProblems(
  page: Page,
  { hasPopup = false }: ScreenOptions = {},
): Promise<{ light: string[]; dark: string[] }> {
  const axe = () =>
    new AxeBuilder({ page })
      // Checks frames too, without opening a blank page for each check.
      .setLegacyMode()
      // Listing passed rules takes longer than finding violations.
      .options({ resultTypes: ['violations'] })
      .disableRules(hasPopup ? ['region'] : []);
  const light = await listFindings(page, () => axe().withTags(AXE_RULES));
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await listFindings(page, () => axe().withRules(COLOR_RULES));
  await page.emulateMedia({ colorScheme: 'light' });
  await waitForTransitions(page);
  return { light, dark };
}

/** Analyses the page again if a toast's time ended meanwhile: it may have been measured while it faded out. */
async function listFindings(page: Page, axe: () => AxeBuilder): Promise<string[]> {
  await waitForTransitions(page);
  const openToasts = page.locator('li[data-state="open"]');
  const before = await openToasts.count();
  const { violations } = await axe().analyze();
  if ((await openToasts.count()) < before) return listFindings(page, axe);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/**
 * Waits until no toast fades out and no CSS transition runs: amid a change of the colour scheme, axe would measure intermediate
 * colours.
 */
async function waitForTransitions(page: Page): Promise<void> {
  await page.locator('li[data-state="closed"]').first().waitFor({ state: 'detached' });
  for (const frame of page.frames()) await frame.waitForFunction(hasNoRunningTransition);
}

/** Runs in the page, where a text would be refused by its content security policy. */
function hasNoRunningTransition(): boolean {
  const { document } = globalThis as unknown as PageWindow; // the types of the server have no DOM
  return document
    .getAnimations()
    .every((each) => !('transitionProperty' in each && each.playState === 'running'));
}

interface PageWindow {
  document: { getAnimations: () => { playState: string }[] };
}

/** Returns by how many pixels the page is wider than its window. */
export const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

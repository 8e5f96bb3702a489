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
  await waitForTransitions(page);
  const light = await listFindings(page, axe().withTags(AXE_RULES));
  await page.emulateMedia({ colorScheme: 'dark' });
  await waitForTransitions(page);
  const dark = await listFindings(page, axe().withRules(COLOR_RULES));
  await page.emulateMedia({ colorScheme: 'light' });
  await waitForTransitions(page);
  return { light, dark };
}

async function listFindings(page: Page, axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => ({ finding: `${id}: ${target.join(' ')}`, target })),
  );
  const isLeft = await Promise.all(
    findings.map(async ({ target: [selector, ...inFrame] }) => {
      const isOfPage = typeof selector === 'string' && inFrame.length === 0; // not of a frame in it, nor of a shadow root
      return isOfPage && (await page.evaluate(hasLeft, selector));
    }),
  );
  return findings.filter((_, at) => isLeft[at] === false).map(({ finding }) => finding);
}

/** Returns, in the page, whether the element was in a toast whose time ended meanwhile: it was measured while it faded out. */
function hasLeft(selector: string): boolean {
  const { document } = globalThis as unknown as PageWindow; // the types of the server have no DOM
  const element = document.querySelector(selector);
  return element === null || element.closest('li[data-state="closed"]') !== null;
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
  document: {
    getAnimations: () => { playState: string }[];
    querySelector: (selector: string) => { closest: (selector: string) => object | null } | null;
  };
}

/** Returns by how many pixels the page is wider than its window. */
export const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

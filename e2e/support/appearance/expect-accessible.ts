import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const AXE_RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules of these that depend on colours, which is all that a colour scheme changes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

interface ScreenOptions {
  /** True while a menu or a tooltip is open: both are rendered outside the landmarks of the page. */
  hasPopup?: boolean;
}

/** Expects no findings of axe in either colour scheme, frames included, and no horizontal scrolling. */
export async function expectAccessibleScreen(
  page: Page,
  screen: string,
  { hasPopup = false }: ScreenOptions = {},
): Promise<void> {
  const axe = () =>
    new AxeBuilder({ page })
      // Checks frames too, without opening a blank page for each check.
      .setLegacyMode()
      // Listing passed rules takes longer than finding violations.
      .options({ resultTypes: ['violations'] })
      .disableRules(hasPopup ? ['region'] : []);
  await waitForTransitions(page);
  await expectNoAxeViolations(axe().withTags(AXE_RULES), screen);
  await withDarkColorScheme(page, () =>
    expectNoAxeViolations(axe().withRules(COLOR_RULES), `dark ${screen}`),
  );
  await expectNoHorizontalScroll(page, screen);
}

async function expectNoAxeViolations(axe: AxeBuilder, screen: string): Promise<void> {
  const { violations } = await axe.analyze();
  const findings = violations
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
    // A toast whose time ended meanwhile was measured while it faded out.
    .filter((finding) => !finding.includes('li[data-state="closed"]'));
  expect.soft(findings, `axe on ${screen}`).toEqual([]);
}

/** Runs `check` in the dark colour scheme and returns to the light one, in which tests begin. */
async function withDarkColorScheme(page: Page, check: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await waitForTransitions(page);
  await check();
  await page.emulateMedia({ colorScheme: 'light' });
  await waitForTransitions(page);
}

/**
 * Waits until no toast fades out and no CSS transition runs: amid a change of the colour scheme, axe would measure intermediate
 * colours.
 */
async function waitForTransitions(page: Page): Promise<void> {
  await expect(page.locator('li[data-state="closed"]')).toHaveCount(0);
  for (const frame of page.frames())
    await frame.waitForFunction(() =>
      document
        .getAnimations()
        .every((each) => !(each instanceof CSSTransition && each.playState === 'running')),
    );
}

export async function expectNoHorizontalScroll(page: Page, screen: string): Promise<void> {
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect.soft(overflow, `horizontal overflow of ${screen} in pixels`).toBeLessThanOrEqual(0);
}

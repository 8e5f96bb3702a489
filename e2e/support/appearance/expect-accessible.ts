import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const AXE_RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** All of the above that looks at colours: the only thing that a colour scheme changes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** What everyone may expect of a screen: axe finds nothing in it in either colours, frames included, and it never scrolls sideways. */
export function expectAccessibleScreen(page: Page, screen: string): Promise<void> {
  return checkScreen(page, screen, []);
}

/** As above, while a menu or a tooltip is open, which stands outside the page's landmarks by its nature. */
export function expectAccessibleScreenWithPopup(page: Page, screen: string): Promise<void> {
  return checkScreen(page, screen, ['region']);
}

async function checkScreen(page: Page, screen: string, without: string[]): Promise<void> {
  const axe = () =>
    new AxeBuilder({ page })
      // In frames too, but without a blank page for each look.
      .setLegacyMode()
      // Describing all that is well takes longer than finding it.
      .options({ resultTypes: ['violations'] })
      .disableRules(without);
  await expectNoAxeViolations(axe().withTags(AXE_RULES), screen);
  await withDarkColorScheme(page, () =>
    expectNoAxeViolations(axe().withRules(COLOR_RULES), `dark ${screen}`),
  );
  await expectNoHorizontalScroll(page, screen);
}

async function expectNoAxeViolations(axe: AxeBuilder, screen: string): Promise<void> {
  const { violations } = await axe.analyze();
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
  expect.soft(findings, `axe on ${screen}`).toEqual([]);
}

/** Shows a page in dark colours meanwhile; tests begin in light ones. */
export async function withDarkColorScheme(page: Page, look: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await look();
  await page.emulateMedia({ colorScheme: 'light' });
}

export async function expectNoHorizontalScroll(page: Page, screen: string): Promise<void> {
  const hidden = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect.soft(hidden, `pixels beyond the side of ${screen}`).toBeLessThanOrEqual(0);
}

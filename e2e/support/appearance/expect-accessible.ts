import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** All of the above that looks at colours: the only thing that a colour scheme changes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What everyone may expect of a screen: axe finds nothing in it in either colours, frames included, and it never scrolls sideways. */
export function expectGoodLook(page: Page, screen: string): Promise<void> {
  return expectAccessible(page, screen, []);
}

/** As above, while a menu or a tooltip is open, which stands outside the page's landmarks by its nature. */
export function expectGoodLookWithPopup(page: Page, screen: string): Promise<void> {
  return expectAccessible(page, screen, ['region']);
}

async function expectAccessible(page: Page, screen: string, without: string[]): Promise<void> {
  const axe = () =>
    new AxeBuilder({ page })
      // In frames too, but without a blank page for each look.
      .setLegacyMode()
      // Describing all that is well takes longer than finding it.
      .options({ resultTypes: ['violations'] })
      .disableRules(without);
  await expectNoFindings(axe().withTags(RULES), screen);
  await inDark(page, () => expectNoFindings(axe().withRules(COLOUR_RULES), `dark ${screen}`));
  await expectNoSidewaysScroll(page, screen);
}

async function expectNoFindings(axe: AxeBuilder, screen: string): Promise<void> {
  const { violations } = await axe.analyze();
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
  expect.soft(findings, `axe on ${screen}`).toEqual([]);
}

/** Shows a page in dark colours meanwhile; tests begin in light ones. */
export async function inDark(page: Page, look: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await look();
  await page.emulateMedia({ colorScheme: 'light' });
}

export async function expectNoSidewaysScroll(page: Page, screen: string): Promise<void> {
  const hidden = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect.soft(hidden, `pixels beyond the side of ${screen}`).toBeLessThanOrEqual(0);
}

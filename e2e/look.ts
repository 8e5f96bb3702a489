import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What everyone may expect of a screen: axe finds nothing in it, frames included, and it never scrolls sideways. */
export async function expectGoodLook(page: Page, screen: string): Promise<void> {
  await expectAccessible(page, screen, new AxeBuilder({ page }));
}

/** As above, while a menu or a tooltip is open, which stands outside the page's landmarks by its nature. */
export async function expectGoodLookWithPopup(page: Page, screen: string): Promise<void> {
  await expectAccessible(page, screen, new AxeBuilder({ page }).disableRules('region'));
}

async function expectAccessible(page: Page, screen: string, axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.withTags(RULES).analyze();
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
  expect.soft(findings, `axe on ${screen}`).toEqual([]);
  await expectNoSidewaysScroll(page, screen);
}

export async function expectNoSidewaysScroll(page: Page, screen: string): Promise<void> {
  const hidden = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect.soft(hidden, `pixels beyond the side of ${screen}`).toBeLessThanOrEqual(0);
}

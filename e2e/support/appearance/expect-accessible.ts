import { expect, type Page } from '@playwright/test';
import {
  findAccessibilityProblems,
  measureOverflow,
} from '#server/testing/browser/find-accessibility-problems.ts';

/** Expects no findings of axe in either colour scheme, frames included, and no horizontal scrolling. */
export async function expectAccessibleScreen(
  page: Page,
  screen: string,
  options: Parameters<typeof findAccessibilityProblems>[1] = {},
): Promise<void> {
  const { light, dark } = await findAccessibilityProblems(page, options);
  expect.soft(light, `axe on ${screen}`).toEqual([]);
  expect.soft(dark, `axe on dark ${screen}`).toEqual([]);
  await expectNoHorizontalScroll(page, screen);
}

export async function expectNoHorizontalScroll(page: Page, screen: string): Promise<void> {
  expect
    .soft(await measureOverflow(page), `horizontal overflow of ${screen} in pixels`)
    .toBeLessThanOrEqual(0);
}

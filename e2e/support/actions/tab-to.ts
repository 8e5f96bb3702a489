import { expect, type Locator, type Page } from '@playwright/test';

/** More than the tab stops of any screen. */
const MAX_TAB_STOPS = 120;

/** Presses Tab until the element has the focus, which must be visible. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let tabStops = 0; tabStops < MAX_TAB_STOPS; tabStops += 1) {
    if (await target.evaluate((element) => element === document.activeElement))
      return expectVisibleFocus(target);
    await page.keyboard.press(key);
  }
  throw new Error(`The Tab key does not lead to ${target}`);
}

/** Presses Tab until the element has the focus, and Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Chooses an item of the menu that is open with the arrow keys. */
export async function chooseByKeyboard(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name, exact: true });
  await expect(item).toBeVisible();
  await expect(page.getByRole('menu').locator(':focus').or(page.locator('[role=menu]:focus'))).toBeVisible();
  for (let items = 0; items < MAX_TAB_STOPS; items += 1) {
    if (await item.evaluate((element) => element === document.activeElement))
      return page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`The arrow keys do not lead to ${name}`);
}

/** Expects an outline, a ring or another border on the element with the focus or what it is drawn by, such as its row or card. */
export async function expectVisibleFocus(target: Locator): Promise<void> {
  const isVisible = await target.evaluate((element) => {
    const around = [element, element.parentElement, element.parentElement?.parentElement];
    return around.some((each) => {
      if (!each) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    });
  });
  expect(isVisible, `the focus on ${target} is visible`).toBe(true);
}

/** Expects that the focus is on something and not lost to the page. */
export const expectFocusKept = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);

/** The tab stops of a form or an entry: more than these, and the focus began elsewhere on the page. */
const NEAR_TAB_STOPS = 6;

/** Expects that the focus is not lost, and that a few times Tab lead to the element. */
export async function expectFocusNear(page: Page, target: Locator): Promise<void> {
  await expectFocusKept(page);
  for (let tabStops = 0; tabStops < NEAR_TAB_STOPS; tabStops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

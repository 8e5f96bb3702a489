import type { Frame, Page } from '@playwright/test';

/**
 * Opens the find bar by its shortcut, which the frame receives once the page around it has given it the focus. Texts are then
 * inserted whole: each key would begin a search of its own.
 */
export async function openFindBar(page: Page, frame: Frame): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.tagName === 'IFRAME');
  await page.keyboard.press('Control+f');
  await frame.locator('#find').waitFor({ state: 'visible' });
  await frame.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
}

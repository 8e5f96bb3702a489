import type { Page } from '@playwright/test';

/** Presses Escape after two frames: an element that has just opened takes the focus before it listens to keys. */
export async function pressEscape(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
  await page.keyboard.press('Escape');
}

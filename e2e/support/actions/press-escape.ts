import type { Page } from '@playwright/test';

/** Presses Escape once whatever has just opened listens to it: it has the focus two frames before, which no hand is quick enough to notice. */
export async function pressEscape(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
  await page.keyboard.press('Escape');
}

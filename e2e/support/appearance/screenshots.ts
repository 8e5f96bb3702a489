import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { withDarkColorScheme } from './expect-accessible.ts';

const SCREENSHOT_FOLDER = join(import.meta.dirname, '..', '..', '..', 'docs', 'screenshots');
const FIXED_TIMESTAMP = '2026-09-14T09:00:00.000Z';
const FIXED_USERNAME = 'Dana Keller';

/** Replaces dates and user names, so that screenshots do not change between runs. */
export async function useStableScreenshotData(page: Page): Promise<void> {
  await page.route(/\/api\/(?:start|user|files|folders)(?:\/\d+)?(?:\?|$)/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const body = (await response.text())
      .replace(/"createdAt":"[^"]*"/g, `"createdAt":"${FIXED_TIMESTAMP}"`)
      .replace(/"username":"[^"]*"/, `"username":"${FIXED_USERNAME}"`);
    await route.fulfill({ response, body });
  });
}

/** Takes a screenshot for the documentation in both colour schemes if it is missing, or with `--update-snapshots`. */
export async function takeScreenshot(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  const take = async (fileName: string) => {
    const path = join(SCREENSHOT_FOLDER, `${fileName}.png`);
    const { updateSnapshots } = testInfo.config;
    if (updateSnapshots !== 'all' && updateSnapshots !== 'changed' && existsSync(path)) return;
    await page.mouse.move(0, 0);
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  };
  const [shown, width = ''] = name.split(/(?=-phone$)/);
  await take(`${shown}-light${width}`);
  await withDarkColorScheme(page, () => take(`${shown}-dark${width}`));
}

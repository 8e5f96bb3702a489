import type { Page } from '@playwright/test';
import {
  findAccessibilityProblems,
  measureOverflow,
} from '#server/testing/browser/find-accessibility-problems.ts';
import { prepareScreen } from './open-screen.ts';
import type { DemoIds, Screen } from './screens/screen.ts';

/** A desktop and a phone, and a desktop at 200 % and at 400 % zoom, which is a smaller window. */
const WINDOWS = [
  { name: '1280 px', width: 1280, height: 800, runsAxe: true },
  { name: '360 px', width: 360, height: 740, runsAxe: true },
  { name: '200 %', width: 640, height: 400, runsAxe: false },
  { name: '400 %', width: 320, height: 200, runsAxe: false },
] as const;

/** A link beside what is opened, or below a bar to which the page scrolled, is smaller than a finger only there. */
const COVERED = /^target-size:/;

/** Returns calls of a screen that the server failed to answer, what axe finds in light and dark, and where it scrolls sideways. */
export async function checkScreen(page: Page, screen: Screen, ids: DemoIds): Promise<string[]> {
  const problems: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 500)
      problems.push(`${screen.name}: ${response.status()} ${new URL(response.url()).pathname}`);
  });
  const open = await prepareScreen(page, screen, ids, 'full');
  for (const { name, width, height, runsAxe } of WINDOWS) {
    await page.setViewportSize({ width, height });
    await open();
    const overflow = await measureOverflow(page);
    if (overflow > 0) problems.push(`${screen.name}, ${name}: ${overflow} px wider than the window`);
    if (!runsAxe) continue;
    const found = await findAccessibilityProblems(page, { hasPopup: screen.open !== undefined });
    for (const [scheme, findings] of Object.entries(found))
      for (const finding of findings.filter((each) => !(screen.open && COVERED.test(each))))
        problems.push(`${screen.name}, ${name}, ${scheme}: ${finding}`);
  }
  return problems;
}

import type { Browser, Page } from '@playwright/test';

const LIVE_UPDATES = '/api/events';

/** Tells whether a request belongs to the first screen; live updates begin after it. */
export const isOfFirstScreen = (url: string): boolean =>
  !url.startsWith('data:') && !url.endsWith(LIVE_UPDATES);

/** Opens a page without live updates: their answer never ends, and the network would never be idle. */
export async function openPage(browser: Browser, extraHTTPHeaders: Record<string, string>): Promise<Page> {
  const page = await browser.newPage({ extraHTTPHeaders });
  await page.route(`**${LIVE_UPDATES}`, (route) => route.abort());
  return page;
}

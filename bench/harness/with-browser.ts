import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '#server/testing/browser/find-browser.ts';

/** Starts a browser for `work` and closes it afterwards. Its sandbox is off, since it does not work as root. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

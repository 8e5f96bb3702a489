import type { Page } from '@playwright/test';

/** Delays uploads, like a slow connection, until the returned function is called. */
export async function holdUploads(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/files', async (route) => {
    if (route.request().method() === 'POST') await promise;
    await route.continue();
  });
  return resolve;
}

import type { Page } from '@playwright/test';

/** Drops files and folders of this machine on the middle of the page, as a hand would: entries of folders included. */
export async function dropFiles(page: Page, paths: readonly string[]): Promise<void> {
  const size = page.viewportSize();
  if (!size) throw new Error('The page has no size');
  // A DataTransfer made by a script holds no entries of the file system; the browser's own drag does.
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: size.width / 2, y: size.height / 2, data });
  }
  await session.detach();
}

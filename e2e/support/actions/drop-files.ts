import type { Locator, Page } from '@playwright/test';

/** Drops files and folders of this machine on the middle of the page or of a part of it, as a hand would: entries of folders included. */
export async function dropFiles(page: Page, paths: readonly string[], target?: Locator): Promise<void> {
  // Until there is a page nothing takes what is dropped.
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  // Waits until it stands still, as a hand would.
  await target?.hover();
  const part = target ? await target.boundingBox() : { x: 0, y: 0, ...page.viewportSize() };
  if (!part?.width || !part.height) throw new Error('There is nothing to drop files on');
  const x = part.x + part.width / 2;
  const y = part.y + part.height / 2;
  // A DataTransfer made by a script holds no entries of the file system; the browser's own drag does.
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  }
  await session.detach();
}

import type { Locator, Page } from '@playwright/test';

/** Drops files and folders on the middle of the target, through the browser's own drag events. */
export async function dropFiles(page: Page, paths: readonly string[], target?: Locator): Promise<void> {
  // Nothing handles the drop before the page is rendered.
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  // Waits until the target stops moving.
  await target?.hover();
  const part = target ? await target.boundingBox() : { x: 0, y: 0, ...page.viewportSize() };
  if (!part?.width || !part.height) throw new Error('The drop target is not visible');
  const x = part.x + part.width / 2;
  const y = part.y + part.height / 2;
  // A DataTransfer created by a script has no file system entries.
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  }
  await session.detach();
}

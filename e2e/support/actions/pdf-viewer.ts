import { expect, type FrameLocator, type Page } from '@playwright/test';

/** The PDF viewer's own page, in the frame that carries the file's name. */
export function pdfViewerFrame(page: Page, fileName: string): FrameLocator {
  return page.frameLocator(`iframe[title="${fileName}"]`);
}

/** The viewer stands at the page with the passage marked and in sight. */
export async function expectHighlightedPassage(
  page: Page,
  fileName: string,
  passage: { page: number; answer: string },
): Promise<void> {
  const viewer = pdfViewerFrame(page, fileName);
  await expect(viewer.getByLabel('Page number')).toHaveValue(String(passage.page));
  const readMarked = () => [...(CSS.highlights.get('passage') ?? [])].map(String).join(' ');
  // Letters and digits decide what is marked, so a sentence's last stop may stand outside.
  const marked = passage.answer.replace(/[.]$/, '');
  await expect.poll(() => viewer.locator('body').evaluate(readMarked)).toContain(marked);
  await expect(viewer.getByText(passage.answer)).toBeInViewport();
}

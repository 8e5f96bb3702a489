import { expect, type FrameLocator, type Page } from '@playwright/test';

/** Returns the page of the PDF viewer, in the frame with the name of the file. */
export function pdfViewerFrame(page: Page, fileName: string): FrameLocator {
  return page.frameLocator(`iframe[title="${fileName}"]`);
}

/** Expects the viewer to show the page with the passage highlighted and visible. */
export async function expectHighlightedPassage(
  page: Page,
  fileName: string,
  passage: { page: number; answer: string },
): Promise<void> {
  const viewer = pdfViewerFrame(page, fileName);
  await expect(viewer.getByLabel('Page number')).toHaveValue(String(passage.page));
  const readMarked = () => [...(CSS.highlights.get('passage') ?? [])].map(String).join(' ');
  // Only letters and digits are compared, so the full stop may be outside the highlight.
  const marked = passage.answer.replace(/[.]$/, '');
  await expect.poll(() => viewer.locator('body').evaluate(readMarked)).toContain(marked);
  await expect(viewer.getByText(passage.answer)).toBeInViewport();
}

import { locateExactPassage, locatePassage } from '#shared/domain/locate-passage.ts';
import { highlightPassage } from '#web/lib/documents/highlight-passage.ts';
import type { DocumentView, PdfDocument } from './open-document.ts';

/**
 * Goes to the page of the quote, highlights it and scrolls it to the middle of the screen; returns false if it is
 * neither on the cited page nor on an adjacent one. Highlights it again whenever pdf.js renders the text again.
 */
export async function showPassage(view: DocumentView, quote: string, citedPage: number): Promise<boolean> {
  const pageNumber = await findPage(view.pdf, quote, citedPage);
  if (pageNumber === null) return false;
  let hasScrolled = false;
  const highlight = () => {
    const pageView = view.viewer.getPageView(pageNumber - 1);
    if (!pageView?.textLayer) return;
    const first = highlightPassage(pageView.textLayer.div, pageView.div, quote);
    if (first && !hasScrolled) {
      hasScrolled = true;
      scrollToCenter(view.container, first);
    }
  };
  view.eventBus.on('textlayerrendered', (event: { pageNumber: number }) => {
    if (event.pageNumber === pageNumber) highlight();
  });
  // Highlighting search matches splits the text nodes of the passage's ranges.
  view.eventBus.on('updatetextlayermatches', highlight);
  view.viewer.currentPageNumber = pageNumber;
  highlight();
  return true;
}

async function findPage(pdf: PdfDocument, quote: string, citedPage: number): Promise<number | null> {
  const candidates = [citedPage, citedPage + 1, citedPage - 1].filter(
    (page) => page >= 1 && page <= pdf.numPages,
  );
  const texts: { page: number; items: string[] }[] = [];
  for (const page of candidates) {
    const items = await readTextItems(pdf, page);
    if (locateExactPassage(items, quote)) return page;
    texts.push({ page, items });
  }
  return texts.find(({ items }) => locatePassage(items, quote))?.page ?? null;
}

async function readTextItems(pdf: PdfDocument, pageNumber: number): Promise<string[]> {
  const page = await pdf.getPage(pageNumber);
  const { items } = await page.getTextContent({ disableNormalization: true });
  return items.flatMap((item) => ('str' in item ? [item.str] : []));
}

function scrollToCenter(container: HTMLElement, range: Range): void {
  const area = range.getBoundingClientRect();
  const frame = container.getBoundingClientRect();
  container.scrollTop += area.top - frame.top - (frame.height - area.height) / 2;
  container.scrollLeft +=
    Math.max(0, area.left - frame.right + area.width) - Math.max(0, frame.left - area.left);
}

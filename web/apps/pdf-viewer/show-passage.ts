import { highlightPassage } from '#web/lib/documents/highlight-passage.ts';
import { locateExactPassage, locatePassage } from '#web/lib/documents/locate-passage.ts';
import type { DocumentView, PdfDocument } from './open-document.ts';

/**
 * Goes to the page that holds the quote, marks it and brings it to the middle of the screen; returns false when it is
 * neither on the given page nor on one beside it. The mark is set again whenever pdf.js renders the text anew.
 */
export async function showPassage(
  view: DocumentView,
  pdf: PdfDocument,
  quote: string,
  citedPage: number,
): Promise<boolean> {
  const pageNumber = await findPage(pdf, quote, citedPage);
  if (pageNumber === null) return false;
  let broughtIntoView = false;
  const mark = () => {
    const pageView = view.viewer.getPageView(pageNumber - 1);
    if (!pageView?.textLayer) return;
    const first = highlightPassage(pageView.textLayer.div, pageView.div, quote);
    if (first && !broughtIntoView) {
      broughtIntoView = true;
      scrollToCenter(view.container, first);
    }
  };
  view.eventBus.on('textlayerrendered', (event: { pageNumber: number }) => {
    if (event.pageNumber === pageNumber) mark();
  });
  // Marking what was searched for splits the text nodes that the passage's ranges stand in.
  view.eventBus.on('updatetextlayermatches', mark);
  view.viewer.currentPageNumber = pageNumber;
  mark();
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

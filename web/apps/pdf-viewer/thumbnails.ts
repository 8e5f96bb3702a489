import type { DocumentView, PdfDocument } from './open-document.ts';

const THUMBNAIL_WIDTH_PX = 112;

/** A button with a small picture per page. Only pictures in view are drawn, and kept: memory does not grow with pages. */
export function renderThumbnailList(list: HTMLElement, view: DocumentView, pdf: PdfDocument): void {
  const buttons = Array.from({ length: pdf.numPages }, (_, index) => createThumbnailButton(index + 1, view));
  const rendering = new Map<Element, AbortController>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        rendering.get(target)?.abort();
        rendering.delete(target);
        if (!isIntersecting) continue;
        const leaving = new AbortController();
        rendering.set(target, leaving);
        void renderThumbnail(target, Number(target.getAttribute('data-page')), view, pdf, leaving.signal);
      }
    },
    { root: list, rootMargin: '200px' },
  );
  list.append(...buttons);
  for (const button of buttons) observer.observe(button);
  const markCurrent = () => {
    for (const button of list.querySelectorAll('[aria-current]')) button.removeAttribute('aria-current');
    const current = buttons[view.viewer.currentPageNumber - 1];
    current?.setAttribute('aria-current', 'page');
    current?.scrollIntoView({ block: 'nearest' });
  };
  view.eventBus.on('pagechanging', markCurrent);
  markCurrent();
}

function createThumbnailButton(page: number, { viewer }: DocumentView): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset['page'] = String(page);
  button.setAttribute('aria-label', `Page ${page}`);
  button.textContent = String(page);
  button.addEventListener('click', () => {
    viewer.currentPageNumber = page;
  });
  return button;
}

async function renderThumbnail(
  button: Element,
  pageNumber: number,
  view: DocumentView,
  pdf: PdfDocument,
  leaving: AbortSignal,
): Promise<void> {
  const canvas = document.createElement('canvas');
  leaving.addEventListener('abort', () => canvas.remove());
  try {
    const page = await pdf.getPage(pageNumber);
    if (leaving.aborted) return;
    const scale = (THUMBNAIL_WIDTH_PX * devicePixelRatio) / page.getViewport({ scale: 1 }).width;
    const viewport = page.getViewport({ scale });
    canvas.width = viewport.width;
    canvas.height = viewport.height;
    button.prepend(canvas);
    const task = page.render({ canvas, viewport });
    leaving.addEventListener('abort', () => task.cancel());
    await task.promise;
    // Tells pdf.js's viewer to free what it parsed for the picture, unless the page is on screen as well.
    view.eventBus.dispatch('thumbnailrendered', { source: button, pageNumber, pdfPage: page });
  } catch {
    // Cancelled, or a damaged page: the button with its number stays.
    canvas.remove();
  }
}

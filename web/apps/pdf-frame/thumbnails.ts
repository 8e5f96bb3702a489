import type { DocumentView } from './open-document.ts';

const THUMBNAIL_WIDTH_PX = 112;

/** Renders a button with a thumbnail per page. Only visible thumbnails are kept, so memory does not grow with pages. */
export function renderThumbnailList(list: HTMLElement, view: DocumentView): void {
  const buttons = Array.from({ length: view.pdf.numPages }, (_, index) =>
    createThumbnailButton(index + 1, view),
  );
  const rendering = new Map<Element, AbortController>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        rendering.get(target)?.abort();
        rendering.delete(target);
        if (!isIntersecting) continue;
        const abort = new AbortController();
        rendering.set(target, abort);
        void renderThumbnail(target, Number(target.getAttribute('data-page')), view, abort.signal);
      }
    },
    { root: list, rootMargin: '200px' },
  );
  list.append(...buttons);
  for (const button of buttons) observer.observe(button);
  const updateCurrent = () => {
    for (const button of list.querySelectorAll('[aria-current]')) button.removeAttribute('aria-current');
    const current = buttons[view.viewer.currentPageNumber - 1];
    current?.setAttribute('aria-current', 'page');
    current?.scrollIntoView({ block: 'nearest' });
  };
  view.eventBus.on('pagechanging', updateCurrent);
  updateCurrent();
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
  signal: AbortSignal,
): Promise<void> {
  const canvas = document.createElement('canvas');
  signal.addEventListener('abort', () => canvas.remove());
  try {
    const page = await view.pdf.getPage(pageNumber);
    if (signal.aborted) return;
    const scale = (THUMBNAIL_WIDTH_PX * devicePixelRatio) / page.getViewport({ scale: 1 }).width;
    const viewport = page.getViewport({ scale });
    canvas.width = viewport.width;
    canvas.height = viewport.height;
    button.prepend(canvas);
    const task = page.render({ canvas, viewport });
    signal.addEventListener('abort', () => task.cancel());
    await task.promise;
    // Makes pdf.js's viewer release the parsed page, unless the page is visible too.
    view.eventBus.dispatch('thumbnailrendered', { source: button, pageNumber, pdfPage: page });
  } catch {
    // Cancelled or a damaged page; the button with its number remains.
    canvas.remove();
  }
}

import 'pdfjs-dist/web/pdf_viewer.css';
import './viewer.css';
import './document-view.css';
import './side-panel.css';
import { PREVIEW_NOT_FOUND } from '#shared/domain/messages.ts';
import { readPosition, storePosition } from '#web/lib/browser/reading-positions.ts';
import { startViewTracker } from '#web/lib/view-tracking/view-tracker.ts';
import { bindFindBar } from './find-bar.ts';
import { getElement } from './get-element.ts';
import { bindKeyboard } from './keyboard.ts';
import { describeAccessError, describeLoadError, type LoadError } from './load-error.ts';
import { createDocumentView, type DocumentView, openDocument } from './open-document.ts';
import { bindOuterControls, hideToolbar } from './outer-controls.ts';
import { showPassage } from './show-passage.ts';
import { bindSidePanel } from './side-panel.ts';
import { bindToolbar } from './toolbar.ts';
import { parsePageHash, parseViewerParameters, type ViewerParameters } from './viewer-parameters.ts';

/** Tracks page views. In a tab of its own, this page shows the tracking notice; in a frame, the embedding page does. */
function trackViews(fileId: string, { viewer, eventBus }: DocumentView): void {
  const isFramed = window.top !== window;
  const tracker = startViewTracker({
    fileId: Number(fileId),
    container: window.frameElement ?? document.body,
    onRecorded: () => {
      getElement('tracking-notice', HTMLElement).hidden = isFramed;
    },
  });
  tracker.setPage(viewer.currentPageNumber);
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => tracker.setPage(pageNumber));
}

/** Continues at the page of the URL, or where reading stopped in this browser, and remembers the position from then on. */
function restorePosition(fileId: number, { viewer, eventBus }: DocumentView, page: number | null): void {
  const stored = readPosition(fileId);
  viewer.currentScaleValue = stored?.zoom ?? 'auto';
  const firstPage = page ?? stored?.page ?? 1;
  if (firstPage > 1) viewer.currentPageNumber = Math.min(firstPage, viewer.pagesCount);
  const store = () =>
    storePosition(fileId, { page: viewer.currentPageNumber, zoom: viewer.currentScaleValue });
  eventBus.on('pagechanging', store);
  eventBus.on('scalechanging', store);
}

/** Replaces the document by an error message and an optional link. */
function showError({ message, link }: LoadError): void {
  const screen = getElement('error', HTMLElement);
  const text = document.createElement('p');
  text.textContent = message;
  screen.replaceChildren(text);
  if (link) {
    const anchor = document.createElement('a');
    anchor.textContent = link.label;
    anchor.href = link.href;
    anchor.target = '_top';
    screen.append(anchor);
  }
  document.body.dataset['state'] = 'failed';
  screen.hidden = false;
}

/** Shows a dismissible message above the document; screen readers announce it. */
function showNotice(text: string): void {
  const notice = getElement('notice', HTMLElement);
  getElement('notice-text', HTMLElement).textContent = text;
  getElement('notice-close', HTMLButtonElement).addEventListener('click', () => {
    notice.hidden = true;
  });
  notice.hidden = false;
}

/** Follows changes of the color scheme in other pages; /color-scheme.js sets the initial one. */
function followColorScheme(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'muniment.color-scheme') document.documentElement.dataset['scheme'] = newValue ?? 'system';
  });
}

followColorScheme();
const parameters = parseViewerParameters(new URL(location.href));
if (parameters) void start(parameters);
else showError({ message: PREVIEW_NOT_FOUND });

async function start({ fileId, source, page, quote, hasOuterControls }: ViewerParameters): Promise<void> {
  if (hasOuterControls) hideToolbar();
  void loadFileName(fileId);
  try {
    const pdf = await openDocument(source);
    watchAccessErrors(source);
    const view = createDocumentView(getElement('pages', HTMLDivElement));
    const { viewer, linkService, eventBus } = view;
    const pagesKnown = new Promise<void>((resolve) => eventBus.on('pagesinit', resolve, { once: true }));
    linkService.setDocument(pdf);
    viewer.setDocument(pdf);
    // If the first page is damaged, `pagesPromise` rejects and `pagesKnown` never settles.
    await Promise.race([pagesKnown, viewer.pagesPromise]);
    restorePosition(Number(fileId), view, page);
    bindToolbar(view);
    bindFindBar(view);
    bindSidePanel(view, pdf);
    bindKeyboard(view, hasOuterControls);
    if (hasOuterControls) bindOuterControls(view);
    window.addEventListener('hashchange', () => {
      const targetPage = parsePageHash(location.hash);
      if (targetPage !== null) linkService.page = Math.min(targetPage, pdf.numPages);
    });
    trackViews(fileId, view);
    document.body.dataset['state'] = 'ready';
    if (quote !== '' && !(await showPassage(view, pdf, quote, viewer.currentPageNumber))) {
      showNotice('The passage could not be located on this page.');
    }
  } catch (error) {
    showError(describeLoadError(error, fileId));
  }
}

/** Shows the file's name. Errors are ignored, since loading the file itself reports them. */
async function loadFileName(fileId: string): Promise<void> {
  const response = await fetch(`/api/files/${fileId}`).catch(() => null);
  const file: unknown = response?.ok ? await response.json().catch(() => null) : null;
  if (file !== null && typeof file === 'object' && 'name' in file && typeof file.name === 'string') {
    document.title = file.name;
    getElement('name', HTMLHeadingElement).textContent = file.name;
  }
}

/** Shows an error when access ends while the document is open. pdf.js only leaves pages blank, so this watches its requests. */
function watchAccessErrors(source: string): void {
  const url = new URL(source, location.origin).href;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName(url)) {
      const accessError =
        entry instanceof PerformanceResourceTiming ? describeAccessError(entry.responseStatus) : null;
      if (accessError) showError(accessError);
    }
  }).observe({ type: 'resource' });
}

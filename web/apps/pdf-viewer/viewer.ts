import 'pdfjs-dist/web/pdf_viewer.css';
import './viewer.css';
import './document-view.css';
import './side-panel.css';
import { PREVIEW_NOT_FOUND } from '#shared/domain/messages.ts';
import { startViewTracker } from '#web/lib/view-tracking/view-tracker.ts';
import { bindFindBar } from './find-bar.ts';
import { getElement } from './get-element.ts';
import { describeAccessError, describeLoadError, type LoadError } from './load-error.ts';
import { createDocumentView, type DocumentView, openDocument } from './open-document.ts';
import { showPassage } from './show-passage.ts';
import { bindSidePanel } from './side-panel.ts';
import { bindToolbar } from './toolbar.ts';
import { parsePageHash, parseViewerParameters, type ViewerParameters } from './viewer-parameters.ts';

/** Tells the server which pages are read; in a tab of its own this page tells the reader so, in a frame the one around it. */
function trackViews(fileId: string, { viewer, eventBus }: DocumentView): void {
  const isFramed = window.top !== window;
  const tracker = startViewTracker({
    fileId: Number(fileId),
    container: window.frameElement ?? document.body,
    onRecorded: () => {
      getElement('recorded', HTMLElement).hidden = isFramed;
    },
  });
  tracker.setPage(viewer.currentPageNumber);
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => tracker.setPage(pageNumber));
}

/** Takes the place of the document: what happened and, where there is one, the way on. */
function showError({ message, link }: LoadError): void {
  const screen = getElement('failure', HTMLElement);
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

/** A line over the document that the reader may close, read out by screen readers. */
function showNotice(sentence: string): void {
  const note = getElement('note', HTMLElement);
  getElement('note-sentence', HTMLElement).textContent = sentence;
  getElement('note-close', HTMLButtonElement).addEventListener('click', () => {
    note.hidden = true;
  });
  note.hidden = false;
}

/** The scheme that the page opened with is set by /color-scheme.js; this follows a change made in the page around it. */
function followColorScheme(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'muniment.color-scheme') document.documentElement.dataset['scheme'] = newValue ?? 'system';
  });
}

followColorScheme();
const parameters = parseViewerParameters(new URL(location.href));
if (parameters) void start(parameters);
else showError({ message: PREVIEW_NOT_FOUND });

async function start({ fileId, source, page, quote }: ViewerParameters): Promise<void> {
  void loadFileName(fileId);
  try {
    const pdf = await openDocument(source);
    watchAccessErrors(source);
    const view = createDocumentView(getElement('pages', HTMLDivElement));
    const { viewer, linkService, eventBus } = view;
    const pagesKnown = new Promise<void>((resolve) => eventBus.on('pagesinit', resolve, { once: true }));
    linkService.setDocument(pdf);
    viewer.setDocument(pdf);
    // The second promise is there to fail when the first page cannot be read; then the first never settles.
    await Promise.race([pagesKnown, viewer.pagesPromise]);
    viewer.currentScaleValue = 'auto';
    if (page !== null) linkService.page = Math.min(page, pdf.numPages);
    bindToolbar(view);
    bindFindBar(view);
    bindSidePanel(view, pdf);
    window.addEventListener('hashchange', () => {
      const asked = parsePageHash(location.hash);
      if (asked !== null) linkService.page = Math.min(asked, pdf.numPages);
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

/** The name is a courtesy: whatever keeps the name away stands in the way of the file, which says so. */
async function loadFileName(fileId: string): Promise<void> {
  const response = await fetch(`/api/files/${fileId}`).catch(() => null);
  const file: unknown = response?.ok ? await response.json().catch(() => null) : null;
  if (file !== null && typeof file === 'object' && 'name' in file && typeof file.name === 'string') {
    document.title = file.name;
    getElement('name', HTMLHeadingElement).textContent = file.name;
  }
}

/** pdf.js leaves pages blank when access ends while someone reads; the status of its requests tells why. */
function watchAccessErrors(source: string): void {
  const address = new URL(source, location.origin).href;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName(address)) {
      const refusal =
        entry instanceof PerformanceResourceTiming ? describeAccessError(entry.responseStatus) : null;
      if (refusal) showError(refusal);
    }
  }).observe({ type: 'resource' });
}

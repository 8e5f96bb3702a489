import 'pdfjs-dist/web/pdf_viewer.css';
import './viewer.css';
import './document-view.css';
import './side-panel.css';
import { PREVIEW_NOT_FOUND } from '#shared/domain/messages.ts';
import { bindFindBar } from './find-bar.ts';
import { followColorScheme } from './follow-color-scheme.ts';
import { getElement } from './get-element.ts';
import { describeAccessError, describeLoadError } from './load-error.ts';
import { showError, showNotice } from './messages.ts';
import { createDocumentView, openDocument } from './open-document.ts';
import { showPassage } from './show-passage.ts';
import { bindSidePanel } from './side-panel.ts';
import { bindToolbar } from './toolbar.ts';
import { trackViews } from './track-views.ts';
import { parsePageHash, parseViewerParameters, type ViewerParameters } from './viewer-parameters.ts';

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

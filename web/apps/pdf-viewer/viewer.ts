import 'pdfjs-dist/web/pdf_viewer.css';
import './viewer.css';
import './document-view.css';
import './side-panel.css';
import { PREVIEW_ABSENT } from '#shared/domain/messages.ts';
import { bindFindBox } from './find-bar.ts';
import { findElement } from './get-element.ts';
import { followColorScheme } from './follow-color-scheme.ts';
import { describeLoadFailure, describeRefusal } from './load-error.ts';
import { showFailure, showNote } from './messages.ts';
import { createDocumentView, openDocument } from './open-document.ts';
import { recordReading } from './track-views.ts';
import { showPassage } from './show-passage.ts';
import { bindSidePanel } from './side-panel.ts';
import { bindToolbar } from './toolbar.ts';
import { readPageInHash, readViewerParameters, type ViewerParameters } from './viewer-parameters.ts';

followColorScheme();
const parameters = readViewerParameters(new URL(location.href));
if (parameters) void start(parameters);
else showFailure({ sentence: PREVIEW_ABSENT });

async function start({ fileId, source, page, quote }: ViewerParameters): Promise<void> {
  void showName(fileId);
  try {
    const pdf = await openDocument(source);
    watchRefusals(source);
    const view = createDocumentView(findElement('pages', HTMLDivElement));
    const { viewer, linkService, eventBus } = view;
    const pagesKnown = new Promise<void>((resolve) => eventBus.on('pagesinit', resolve, { once: true }));
    linkService.setDocument(pdf);
    viewer.setDocument(pdf);
    // The second promise is there to fail when the first page cannot be read; then the first never settles.
    await Promise.race([pagesKnown, viewer.pagesPromise]);
    viewer.currentScaleValue = 'auto';
    if (page !== null) linkService.page = Math.min(page, pdf.numPages);
    bindToolbar(view);
    bindFindBox(view);
    bindSidePanel(view, pdf);
    window.addEventListener('hashchange', () => {
      const asked = readPageInHash(location.hash);
      if (asked !== null) linkService.page = Math.min(asked, pdf.numPages);
    });
    recordReading(fileId, view);
    document.body.dataset['state'] = 'ready';
    if (quote !== '' && !(await showPassage(view, pdf, quote, viewer.currentPageNumber))) {
      showNote('The passage could not be located on this page.');
    }
  } catch (error) {
    showFailure(describeLoadFailure(error, fileId));
  }
}

/** The name is a courtesy: whatever keeps the name away stands in the way of the file, which says so. */
async function showName(fileId: string): Promise<void> {
  const response = await fetch(`/api/files/${fileId}`).catch(() => null);
  const file: unknown = response?.ok ? await response.json().catch(() => null) : null;
  if (file !== null && typeof file === 'object' && 'name' in file && typeof file.name === 'string') {
    document.title = file.name;
    findElement('name', HTMLHeadingElement).textContent = file.name;
  }
}

/** pdf.js leaves pages blank when access ends while someone reads; the status of its requests tells why. */
function watchRefusals(source: string): void {
  const address = new URL(source, location.origin).href;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName(address)) {
      const refusal =
        entry instanceof PerformanceResourceTiming ? describeRefusal(entry.responseStatus) : null;
      if (refusal) showFailure(refusal);
    }
  }).observe({ type: 'resource' });
}

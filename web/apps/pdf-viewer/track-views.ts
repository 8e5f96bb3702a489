import { startViewTracker } from '#web/lib/view-tracking/view-tracker.ts';
import { getElement } from './get-element.ts';
import type { DocumentView } from './open-document.ts';

/** Tells the server which pages are read; in a tab of its own this page tells the reader so, in a frame the one around it. */
export function trackViews(fileId: string, { viewer, eventBus }: DocumentView): void {
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

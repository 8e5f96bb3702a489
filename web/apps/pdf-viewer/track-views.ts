import { tellReading } from '#web/lib/view-tracking/view-tracker.ts';
import { findElement } from './get-element.ts';
import type { DocumentView } from './open-document.ts';

/** Tells the server which pages are read; in a tab of its own this page tells the reader so, in a frame the one around it. */
export function recordReading(fileId: string, { viewer, eventBus }: DocumentView): void {
  const isFramed = window.top !== window;
  const reading = tellReading({
    fileId: Number(fileId),
    place: window.frameElement ?? document.body,
    onRecorded: () => {
      findElement('recorded', HTMLElement).hidden = isFramed;
    },
  });
  reading.turnTo(viewer.currentPageNumber);
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => reading.turnTo(pageNumber));
}

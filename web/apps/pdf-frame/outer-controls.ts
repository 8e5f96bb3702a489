import type { DocumentState, PageMessage } from '#web/lib/documents/pdf-frame/messages.ts';
import { getElement } from './get-element.ts';
import type { DocumentView } from './open-document.ts';

const MIN_SCALE = 0.1;
const MAX_SCALE = 10;

type Action = Extract<PageMessage, { type: 'control' }>['action'];

export interface OuterControls {
  goToPage(page: number): void;
  run(action: Action): void;
}

/** The buttons of the toolbar that do what an action asks for. */
const BUTTONS = {
  'previous-page': 'previous-page',
  'next-page': 'next-page',
  'zoom-in': 'zoom-in',
  'zoom-out': 'zoom-out',
  rotate: 'rotate',
  thumbnails: 'panel-toggle',
  find: 'find-toggle',
} as const;

/** Tells the page around the frame the state of the document from now on, and does what its controls ask for. */
export function bindOuterControls(view: DocumentView, post: (state: DocumentState) => void): OuterControls {
  const { eventBus, viewer } = view;
  const toggles = [getElement('panel-toggle', HTMLElement), getElement('find-toggle', HTMLElement)];
  const send = () => post(describe(view));
  eventBus.on('pagechanging', send);
  eventBus.on('scalechanging', send);
  const observer = new MutationObserver(send);
  for (const toggle of toggles) observer.observe(toggle, { attributeFilter: ['aria-expanded'] });
  send();
  return {
    goToPage(page) {
      viewer.currentPageNumber = Math.min(viewer.pagesCount, page);
    },
    run(action) {
      if (action === 'fit-width') viewer.currentScaleValue = 'page-width';
      else getElement(BUTTONS[action], HTMLButtonElement).click();
    },
  };
}

function describe({ viewer }: DocumentView): DocumentState {
  const isExpanded = (id: string) => getElement(id, HTMLElement).getAttribute('aria-expanded') === 'true';
  return {
    type: 'state',
    page: viewer.currentPageNumber,
    count: viewer.pagesCount,
    zoom: `${Math.round(viewer.currentScale * 100)}%`,
    zoomValue: String(viewer.currentScaleValue),
    canZoomIn: viewer.currentScale < MAX_SCALE,
    canZoomOut: viewer.currentScale > MIN_SCALE,
    areThumbnailsShown: isExpanded('panel-toggle'),
    isFinding: isExpanded('find-toggle'),
  };
}

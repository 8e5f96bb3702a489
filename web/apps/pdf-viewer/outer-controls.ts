import {
  parseReaderAction,
  type ReaderAction,
  type ReaderState,
} from '#web/lib/documents/reader-messages.ts';
import { getElement } from './get-element.ts';
import type { DocumentView } from './open-document.ts';

const MIN_SCALE = 0.1;
const MAX_SCALE = 10;

/** Leaves the place of the toolbar to the document: the page around the frame shows the controls. */
export function hideToolbar(): void {
  document.body.dataset['controls'] = 'outer';
}

/** Tells the page around the frame the state of the document, and does what its controls ask for. */
export function bindOuterControls(view: DocumentView): void {
  const { eventBus } = view;
  const toggles = [getElement('panel-toggle', HTMLElement), getElement('find-toggle', HTMLElement)];
  const send = () => window.parent.postMessage({ state: describe(view) }, location.origin);
  eventBus.on('pagechanging', send);
  eventBus.on('scalechanging', send);
  const observer = new MutationObserver(send);
  for (const toggle of toggles) observer.observe(toggle, { attributeFilter: ['aria-expanded'] });
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || origin !== location.origin) return;
    const action = parseReaderAction(data);
    if (action) run(action, view);
  });
  send();
}

function describe({ viewer }: DocumentView): ReaderState {
  const isExpanded = (id: string) => getElement(id, HTMLElement).getAttribute('aria-expanded') === 'true';
  return {
    page: viewer.currentPageNumber,
    count: viewer.pagesCount,
    zoom: `${Math.round(viewer.currentScale * 100)} %`,
    canZoomIn: viewer.currentScale < MAX_SCALE,
    canZoomOut: viewer.currentScale > MIN_SCALE,
    canRotate: true,
    areThumbnailsShown: isExpanded('panel-toggle'),
    isFinding: isExpanded('find-toggle'),
  };
}

/** The buttons of the hidden toolbar that do what an action asks for. */
const BUTTONS = {
  'zoom-in': 'zoom-in',
  'zoom-out': 'zoom-out',
  rotate: 'rotate',
  thumbnails: 'panel-toggle',
  find: 'find-toggle',
} as const;

function run(action: ReaderAction, { viewer }: DocumentView): void {
  if (action.action === 'page') {
    viewer.currentPageNumber = Math.min(viewer.pagesCount, Math.max(1, action.page));
  } else if (action.action === 'fit-width') {
    viewer.currentScaleValue = 'page-width';
  } else {
    // Without the focus in the frame, typing would go to the page around it.
    if (action.action === 'find') window.focus();
    getElement(BUTTONS[action.action], HTMLButtonElement).click();
  }
}

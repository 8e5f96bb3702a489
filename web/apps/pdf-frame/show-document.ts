import {
  type DocumentFailure,
  type FrameMessage,
  type OpenMessage,
  type PageMessage,
  parsePageMessage,
  type StartMessage,
} from '#web/lib/documents/pdf-frame/messages.ts';
import { watchActivity } from '#web/lib/view-tracking/watch-activity.ts';
import { describeFailure } from './describe-failure.ts';
import { bindFindBar } from './find-bar.ts';
import { getElement } from './get-element.ts';
import { bindKeyboard } from './keyboard.ts';
import { createDocumentView, type DocumentView, openDocument } from './open-document.ts';
import { bindOuterControls, type OuterControls } from './outer-controls.ts';
import { RangeTransport } from './range-transport.ts';
import { showPassage } from './show-passage.ts';
import { bindSidePanel } from './side-panel.ts';
import type { PdfWorkers } from './start-workers.ts';
import { bindToolbar } from './toolbar.ts';

type PostToPage = (message: FrameMessage) => void;

/** Shows the document that the page around the frame opens and serves through the port. */
export function showDocument(
  port: MessagePort,
  workers: Promise<PdfWorkers>,
  { hasOuterControls }: StartMessage,
): void {
  const post: PostToPage = (message) => port.postMessage(message);
  let transport: RangeTransport | undefined;
  let controls: OuterControls | undefined;
  const open = async (message: OpenMessage) => {
    transport = new RangeTransport(message, post);
    const view = await openView(message, transport, workers);
    bindKeyboard(view, hasOuterControls ? (key) => post({ type: 'key', key }) : undefined);
    controls = bindOuterControls(view, post);
    document.body.dataset['state'] = 'ready';
    await goToPassage(view, message.quote);
  };
  const fail = (failure: DocumentFailure) => post({ type: 'failed', failure });
  const receive = (message: PageMessage) => {
    if (message.type === 'open' && !transport) open(message).catch((error) => fail(describeFailure(error)));
    if (message.type === 'bytes') transport?.reader.receive(message.id, message.bytes);
    if (message.type === 'unavailable') transport?.reader.receive(message.id, null);
    if (message.type === 'scheme') document.documentElement.dataset['scheme'] = message.colorScheme;
    if (message.type === 'go-to-page') controls?.goToPage(message.page);
    if (message.type === 'control') controls?.run(message.action);
  };
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = parsePageMessage(data);
    if (message) receive(message);
  };
  watchActivity(() => post({ type: 'active' }));
}

async function openView(
  { page, zoom }: OpenMessage,
  transport: RangeTransport,
  workers: Promise<PdfWorkers>,
): Promise<DocumentView> {
  const pdf = await openDocument(transport, await workers);
  const view = createDocumentView(getElement('pages', HTMLDivElement), pdf);
  const { viewer, linkService, eventBus } = view;
  const pagesKnown = new Promise<void>((resolve) => eventBus.on('pagesinit', resolve, { once: true }));
  linkService.setDocument(pdf);
  viewer.setDocument(pdf);
  // If the first page is damaged, `pagesPromise` rejects and `pagesKnown` never settles.
  await Promise.race([pagesKnown, viewer.pagesPromise]);
  viewer.currentScaleValue = zoom;
  if (page > 1) viewer.currentPageNumber = Math.min(page, viewer.pagesCount);
  bindToolbar(view);
  bindFindBar(view);
  bindSidePanel(view);
  return view;
}

async function goToPassage(view: DocumentView, quote: string): Promise<void> {
  if (quote !== '' && !(await showPassage(view, quote, view.viewer.currentPageNumber)))
    showNotice('The passage could not be located on this page.');
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

import './viewer.css';
import { PREVIEW_NOT_FOUND } from '#shared/domain/messages.ts';
import {
  connectPdfFrame,
  PDF_FRAME_SANDBOX,
  PDF_FRAME_URL,
} from '#web/lib/documents/pdf-frame/connect-pdf-frame.ts';
import { describeLoadError, type LoadError } from '#web/lib/documents/pdf-frame/load-error.ts';
import { reportFrameActivity } from '#web/lib/view-tracking/frame-activity.ts';
import { startViewTracker, type ViewTracker } from '#web/lib/view-tracking/view-tracker.ts';
import { parsePageHash, parseViewerParameters, type ViewerParameters } from './viewer-parameters.ts';

/** Returns an element of viewer.html; throws if it is missing. */
function getElement(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`viewer.html has no #${id}`);
  return element;
}

/** Replaces the document by an error message and an optional link. */
function showError({ message, link }: LoadError): void {
  const screen = getElement('error');
  const text = document.createElement('p');
  text.textContent = message;
  screen.replaceChildren(text);
  if (link) {
    const anchor = document.createElement('a');
    anchor.textContent = link.label;
    anchor.href = link.href;
    screen.append(anchor);
  }
  getElement('viewer').replaceChildren();
  screen.hidden = false;
}

/** Follows changes of the color scheme in other pages; /color-scheme.js sets the initial one. */
function followColorScheme(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'muniment.color-scheme') document.documentElement.dataset['scheme'] = newValue ?? 'system';
  });
}

function start({ fileId, source, page, quote }: ViewerParameters): void {
  const frame = document.createElement('iframe');
  frame.src = PDF_FRAME_URL;
  frame.title = 'Document';
  frame.setAttribute('sandbox', PDF_FRAME_SANDBOX);
  getElement('viewer').append(frame);
  let tracker: ViewTracker | undefined;
  const viewer = connectPdfFrame(frame, {
    fileId,
    source,
    page: page ?? undefined,
    quote,
    hasOuterControls: false,
    onState(state) {
      if (!tracker) showFrame(frame);
      tracker ??= trackViews(fileId);
      tracker.setPage(state.page);
    },
    onActivity: reportFrameActivity,
    onFailure(failure) {
      tracker?.stop();
      showError(describeLoadError(failure, fileId));
    },
  });
  window.addEventListener('hashchange', () => {
    const target = parsePageHash(location.hash);
    if (target !== null) viewer.send({ action: 'page', page: target });
  });
  void loadFileName(fileId, frame);
}

/** Shows the open document; keys go to it, as there is nothing else on this page. */
function showFrame(frame: HTMLIFrameElement): void {
  document.body.dataset['state'] = 'ready';
  if (document.activeElement === document.body) frame.focus();
}

const trackViews = (fileId: number): ViewTracker =>
  startViewTracker({
    fileId,
    container: document.body,
    onRecorded: () => {
      getElement('tracking-notice').hidden = false;
    },
  });

/** Shows the file's name. Errors are ignored, since loading the file itself reports them. */
async function loadFileName(fileId: number, frame: HTMLIFrameElement): Promise<void> {
  const response = await fetch(`/api/files/${fileId}`).catch(() => null);
  const file: unknown = response?.ok ? await response.json().catch(() => null) : null;
  if (file !== null && typeof file === 'object' && 'name' in file && typeof file.name === 'string') {
    document.title = file.name;
    frame.title = file.name;
    getElement('name').textContent = file.name;
  }
}

followColorScheme();
const parameters = parseViewerParameters(new URL(location.href));
if (parameters) start(parameters);
else showError({ message: PREVIEW_NOT_FOUND });

import 'pdfjs-dist/web/pdf_viewer.css';
import './frame.css';
import './document-view.css';
import './side-panel.css';
// This import comes first, so that the workers load while large modules run.
import './start-workers.ts';
import { parseWindowMessage } from '#web/lib/documents/pdf-frame/messages.ts';
import { showDocument } from './show-document.ts';
import { PDF_WORKERS } from './start-workers.ts';

/** Takes the channel that the page around this frame offers, once; everything else comes through it. */
function connect({ source, origin, data, ports: [port] }: MessageEvent<unknown>): void {
  // The page is of the server that sent this one; `location` has its origin, which this page itself does not have.
  if (source !== window.parent || origin !== location.origin || !port) return;
  const message = parseWindowMessage(data);
  if (message?.type !== 'start') return;
  window.removeEventListener('message', connect);
  document.documentElement.dataset['scheme'] = message.colorScheme;
  if (message.hasOuterControls) document.body.dataset['controls'] = 'outer';
  showDocument(port, PDF_WORKERS, message);
}

window.addEventListener('message', connect);
// The policy of this page says who can embed it, so any target origin is safe.
window.parent.postMessage({ type: 'ready' }, '*');

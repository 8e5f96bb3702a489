import { readPosition, storePosition } from '#web/lib/browser/reading-positions.ts';
import { openFile } from './file-source.ts';
import type { LoadFailure } from './load-error.ts';
import { type ColorScheme, type DocumentState, isZoomValue, MAX_QUOTE_LENGTH } from './messages.ts';
import { type ServedFrame, serveFrame } from './serve-frame.ts';

/** The page that renders PDFs; the server sends it with a policy that gives it an opaque origin. */
export const PDF_FRAME_URL = '/pdfjs/frame.html';
/** Repeats the sandbox of the frame's own policy, for anything else that might be loaded into it. */
export const PDF_FRAME_SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

interface PdfFrameOptions {
  readonly fileId: number;
  /** The URL of the file's bytes, or of those of the PDF that the server converts it to. */
  readonly source: string;
  readonly page?: number | undefined;
  readonly quote?: string | undefined;
  readonly hasOuterControls: boolean;
  readonly onState: (state: DocumentState) => void;
  readonly onKey?: (key: string) => void;
  readonly onActivity: () => void;
  readonly onFailure: (failure: LoadFailure) => void;
}

/**
 * Connects a frame that shows PDF_FRAME_URL with this page until `stop`: opens the file where reading stopped in this
 * browser, or at a page, and remembers the position and passes on the color scheme from then on.
 */
export function connectPdfFrame(frame: HTMLIFrameElement, options: PdfFrameOptions): ServedFrame {
  const { fileId, source, page, quote = '', hasOuterControls, onState, onKey } = options;
  const stored = readPosition(fileId);
  const served = serveFrame({
    receiver: window,
    getWindow: () => frame.contentWindow,
    openFile: (signal) => openFile(source, signal),
    start: { colorScheme: readColorScheme(), hasOuterControls },
    place: {
      page: page ?? stored?.page ?? 0,
      zoom: isZoomValue(stored?.zoom) ? stored.zoom : 'auto',
      quote: quote.slice(0, MAX_QUOTE_LENGTH),
    },
    onState(state) {
      storePosition(fileId, { page: state.page, zoom: state.zoomValue });
      onState(state);
    },
    onKey(key) {
      // Only what a reader can have typed: the focus is in the frame.
      if (document.activeElement === frame) onKey?.(key);
    },
    onActivity: options.onActivity,
    onFailure: options.onFailure,
  });
  const observer = new MutationObserver(() => served.setColorScheme(readColorScheme()));
  observer.observe(document.documentElement, { attributeFilter: ['data-scheme'] });
  return {
    setColorScheme: served.setColorScheme,
    send(action) {
      // Typing would go to this page without the focus in the frame.
      if (action.action === 'find') frame.focus();
      served.send(action);
    },
    stop() {
      observer.disconnect();
      served.stop();
    },
  };
}

function readColorScheme(): ColorScheme {
  const scheme = document.documentElement.dataset['scheme'];
  return scheme === 'light' || scheme === 'dark' ? scheme : 'system';
}

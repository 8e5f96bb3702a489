import { type RefObject, useEffect, useRef, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { ViewTrackingNotice } from '#web/features/activity/view-tracking-notice.tsx';
import {
  parseReaderMessage,
  type ReaderAction,
  type ReaderState,
} from '#web/lib/documents/reader-messages.ts';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { buildPdfViewerUrl, type Passage } from './passage.ts';
import { useHasReaderBar, useReaderInBar } from './reader/reader-context.tsx';

const MAX_SPINNER_MS = 1000;

interface PdfViewerProps {
  file: File;
  passage: Passage;
  /** Shows the PDF that the server converts the file to. */
  isConverted?: boolean;
}

/** Embeds the PDF viewer page in a frame that fills its column. */
export function PdfViewer({ file, passage, isConverted = false }: PdfViewerProps) {
  const hasOuterControls = useHasReaderBar();
  const path = buildPdfViewerUrl(file.id, passage, { isConverted, hasOuterControls });
  // Uses a new frame for each URL: navigating a frame would add an entry to the browser's history.
  return (
    <>
      {/* The frame tracks page views itself. */}
      <ViewTrackingNotice file={file} page={null} />
      <PdfFrame key={path} path={path} name={file.name} />
    </>
  );
}

function PdfFrame({ path, name }: { path: string; name: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoading, setWaiting] = useState(true);
  useFrameInBar(frame);

  useEffect(() => {
    const timer = setTimeout(() => setWaiting(false), MAX_SPINNER_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <div className="relative min-h-96 flex-1 overflow-hidden rounded-lg border border-line">
      <iframe
        ref={frame}
        src={path}
        title={name}
        onLoad={() => setWaiting(false)}
        className="absolute size-full"
      />
      {isLoading && (
        <div className="absolute inset-0 grid place-items-center bg-surface">
          <Loading message="Loading document" />
        </div>
      )}
    </div>
  );
}

/** Connects the viewer in the frame with the bar of the page, if it has one. */
function useFrameInBar(frame: RefObject<HTMLIFrameElement | null>): void {
  const [state, setState] = useState<ReaderState | null>(null);
  useReaderInBar(state, (action: ReaderAction) =>
    frame.current?.contentWindow?.postMessage(action, location.origin),
  );
  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.current?.contentWindow || origin !== location.origin) return;
      const message = parseReaderMessage(data);
      if (!message) return;
      if ('state' in message) setState(message.state);
      else document.body.dispatchEvent(new KeyboardEvent('keydown', { ...message, bubbles: true }));
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [frame]);
}
